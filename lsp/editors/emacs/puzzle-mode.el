;;; puzzle-mode.el --- The puzzle language -*- lexical-binding: t -*-

;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1") (eglot "1.9"))
;; Keywords: languages, games
;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; Highlighting, indentation and the language server (`puzzlec lsp', through Eglot).
;;
;;   (require 'puzzle-mode)
;;   (add-hook 'puzzle-mode-hook #'eglot-ensure)

;;; Code:

(require 'subr-x)

(defgroup puzzle nil
  "The puzzle language."
  :prefix "puzzle-"
  :group 'languages)

(defcustom puzzle-indent-offset 4
  "Columns of one step of indentation."
  :type 'integer
  :safe #'integerp)

(defcustom puzzle-server-command '("puzzlec" "lsp")
  "The program of the language server and its arguments.
A program that is not on the path is looked for in cargo's folder."
  :type '(repeat string))

(defun puzzle-server ()
  "The command of the language server: the path of the program and its arguments."
  (let* ((name (car puzzle-server-command))
         (cargo (expand-file-name "bin" (or (getenv "CARGO_HOME") "~/.cargo")))
         (program (or (executable-find name)
                      (let ((exec-path (list cargo))) (executable-find name))
                      (user-error "%s is neither on the path nor in %s: install it, or set `puzzle-server-command'"
                                  name cargo))))
    (cons program (cdr puzzle-server-command))))

(defconst puzzle-items
  '("edition" "use" "as" "board" "piece" "kind" "marks" "configuration" "set" "list" "lines" "counter" "rule" "theory" "puzzle" "for" "on" "script"
    "per" "position" "int"))

(defconst puzzle-statements
  '("rules" "start" "goal" "place" "expect" "players" "win" "measure" "window" "fill" "clues" "wish" "keys" "message" "legal" "bound" "invariant" "check"
    "render" "title" "also" "random" "repeat" "when" "move" "swap" "shift" "remove" "put" "clear" "flip" "close" "then" "cost"))

(defconst puzzle-boards
  '("square" "diagonal" "hex" "triangle" "line" "ring" "graph" "unbounded" "side" "walls" "edges" "by"))

(defconst puzzle-words
  '("cells" "once" "each" "hardest" "minimal" "deduction" "symmetric" "members" "rigid" "floor" "turns" "flips" "shape" "sprite" "colour" "layer" "some" "no" "after" "along" "to" "with" "towards" "at" "last" "wins" "loses" "draws" "actions" "runs" "of"
    "one" "moved" "solvable" "unsolvable" "in" "within" "first" "second" "player" "draw" "grundy" "plan" "solutions"
    "solution" "placements" "placement" "up" "symmetry" "pieces" "colours" "row" "full" "empty" "every" "anywhere" "where" "only" "or" "and" "not" "is" "except"
    "around" "all" "any" "union" "until" "sum" "min" "max"))

(defun puzzle--words (words)
  "A regular expression for WORDS that are not preceded by a dot."
  (concat "\\(?:^\\|[^.[:word:]_]\\)\\(" (regexp-opt words) "\\)\\_>"))

(defconst puzzle-font-lock-keywords
  `(("\\_<\\(board\\|configuration\\|set\\)[ \t]+\\(\\w+\\)[ \t]*\\(?:([^)]*)[ \t]*\\)?="
     (1 font-lock-keyword-face)
     (2 font-lock-type-face))
    ("\\_<\\(piece\\|rule\\|puzzle\\|theory\\)[ \t]+\\(\\w+\\)"
     (1 font-lock-keyword-face)
     (2 font-lock-type-face))
    ("\\_<\\(?:up\\|down\\)-\\(?:right\\|left\\)\\_>" . font-lock-constant-face)
    ("\\_<\\(\\w+\\)\\.\\(\\w+\\)" (1 font-lock-constant-face) (2 font-lock-function-name-face))
    (,(puzzle--words puzzle-items) 1 font-lock-keyword-face)
    (,(puzzle--words puzzle-statements) 1 font-lock-keyword-face)
    (,(puzzle--words puzzle-boards) 1 font-lock-builtin-face)
    (,(puzzle--words puzzle-words) 1 font-lock-keyword-face)))

(defvar puzzle-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?/ ". 124b" table)
    (modify-syntax-entry ?* ". 23" table)
    (modify-syntax-entry ?\n "> b" table)
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?\\ "\\" table)
    (modify-syntax-entry ?_ "w" table)
    (modify-syntax-entry ?# "." table)
    table))

(defun puzzle--picture (start)
  "Give the three quotes at START one string fence, unless they are in a comment."
  (let ((state (save-excursion (syntax-ppss start))))
    (unless (nth 4 state)
      (let ((inside (nth 3 state)))
        (cond
         ((not inside)
          (put-text-property start (1+ start) 'syntax-table (string-to-syntax "|"))
          (put-text-property (1+ start) (+ start 3) 'syntax-table (string-to-syntax ".")))
         ((eq inside t)
          (put-text-property start (+ start 2) 'syntax-table (string-to-syntax "."))
          (put-text-property (+ start 2) (+ start 3) 'syntax-table (string-to-syntax "|"))))))))

(defun puzzle--propertize (start end)
  "Mark pictures and inline scripts between START and END as strings."
  (goto-char start)
  (while (re-search-forward "\"\"\"" end t)
    (puzzle--picture (match-beginning 0)))
  ;; A quote or a stroke among the marks of a picture is a mark.
  (goto-char start)
  (while (re-search-forward "[\"\\\\]" end t)
    (let ((place (match-beginning 0)))
      (when (and (eq (nth 3 (save-excursion (syntax-ppss place))) t)
                 (not (get-text-property place 'syntax-table)))
        (put-text-property place (1+ place) 'syntax-table (string-to-syntax "."))))))

(defun puzzle-indent-line ()
  "Indent by the brackets around the line, except in pictures and scripts."
  (interactive)
  (let ((state (save-excursion (syntax-ppss (line-beginning-position)))))
    (if (or (nth 3 state) (nth 4 state))
        'noindent
      (let* ((closes (save-excursion (back-to-indentation) (looking-at "[]})]")))
             (depth (- (nth 0 state) (if closes 1 0)))
             (column (* puzzle-indent-offset (max 0 depth)))
             (before (<= (current-column) (current-indentation))))
        (if before (indent-line-to column) (save-excursion (indent-line-to column)))))))

(defconst puzzle-imenu
  '((nil "^[ \t]*\\(?:puzzle\\|rule\\|board\\|piece\\|configuration\\|set\\)[ \t]+\\(\\w+\\)" 1)))

;;;###autoload
(define-derived-mode puzzle-mode prog-mode "Puzzle"
  "A mode for puzzles."
  (setq-local comment-start "// "
              comment-end ""
              comment-start-skip "//[/!]*[ \t]*"
              font-lock-defaults '(puzzle-font-lock-keywords)
              syntax-propertize-function #'puzzle--propertize
              indent-line-function #'puzzle-indent-line
              indent-tabs-mode nil
              tab-width puzzle-indent-offset
              imenu-generic-expression puzzle-imenu)
  (add-hook 'syntax-propertize-extend-region-functions #'syntax-propertize-multiline nil t))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.puzzle\\'" . puzzle-mode))

;;; The language server.

(defvar eglot-server-programs)
(declare-function eglot-current-server "eglot")
(declare-function eglot--TextDocumentIdentifier "eglot")
(declare-function jsonrpc-request "jsonrpc")
(declare-function jsonrpc-async-request "jsonrpc")

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs
               `(puzzle-mode . ,(lambda (&rest _) (puzzle-server)))))

(defun puzzle-at-point ()
  "The puzzle around point: the last one that begins before it, or the first."
  (save-excursion
    (end-of-line)
    (let ((head "^[ \t]*puzzle[ \t]+\\(\\w+\\)"))
      (when (or (re-search-backward head nil t)
                (re-search-forward head nil t))
        (match-string-no-properties 1)))))

(defun puzzle--uri ()
  "The URI of this buffer for the server."
  (plist-get (eglot--TextDocumentIdentifier) :uri))

(defun puzzle--run (command)
  "Run the server's COMMAND for the puzzle at point."
  (let ((server (or (eglot-current-server) (user-error "No language server is running here")))
        (name (or (puzzle-at-point) (user-error "No puzzle here"))))
    (jsonrpc-async-request server :workspace/executeCommand
                           (list :command (concat "puzzlec." command)
                                 :arguments (vector (puzzle--uri) name))
                           :success-fn (lambda (answer) (when (stringp answer) (message "%s" answer)))
                           :error-fn (lambda (answer) (message "%s" (plist-get answer :message)))
                           :timeout-fn #'ignore)))

(defun puzzle-solve () "Solve the puzzle at point." (interactive) (puzzle--run "solve"))
(defun puzzle-shortest () "Find a shortest solution." (interactive) (puzzle--run "shortest"))
(defun puzzle-any () "Find any solution." (interactive) (puzzle--run "any"))
(defun puzzle-count () "Count the puzzle at point." (interactive) (puzzle--run "count"))
(defun puzzle-test () "Test the expectations of the puzzle at point." (interactive) (puzzle--run "test"))
(defun puzzle-analyze () "Show the theory's report on the puzzle at point." (interactive) (puzzle--run "analyze"))
(defun puzzle-stop () "Stop the search for the puzzle at point." (interactive) (puzzle--run "stop"))

(defun puzzle-solution-text (solution)
  "Format SOLUTION, an answer to `puzzlec/solution', as text."
  (let ((rows (lambda (rows) (mapconcat #'identity rows "\n")))
        (number 0))
    (concat (plist-get solution :title) "\n" (plist-get solution :label) "\n\n"
            (funcall rows (plist-get solution :start)) "\n"
            (mapconcat (lambda (step)
                         (setq number (1+ number))
                         (format "\n%d. %s\n%s\n" number (plist-get step :notation)
                                 (funcall rows (plist-get step :after))))
                       (plist-get solution :steps) ""))))

(defun puzzle-show-solution ()
  "Show the solution of the puzzle at point."
  (interactive)
  (let* ((server (or (eglot-current-server) (user-error "No language server is running here")))
         (name (or (puzzle-at-point) (user-error "No puzzle here")))
         (solution (jsonrpc-request server :puzzlec/solution (list :uri (puzzle--uri) :puzzle name))))
    (if (or (null solution) (seq-empty-p (plist-get solution :start)))
        (message "%s: %s" name (if solution (plist-get solution :label) "no solution yet"))
      (with-current-buffer (get-buffer-create (format "*solution: %s*" name))
        (let ((inhibit-read-only t))
          (erase-buffer)
          (insert (puzzle-solution-text solution)))
        (goto-char (point-min))
        (special-mode)
        (display-buffer (current-buffer))))))

(defvar puzzle-solved-hook nil
  "Called with the name of a puzzle and a label when a search has ended.")

(with-eval-after-load 'eglot
  (require 'cl-lib)
  (eval '(cl-defmethod eglot-handle-notification
           (_server (_method (eql puzzlec/solved)) &key puzzle label &allow-other-keys)
           "Report the end of a search."
           (run-hook-with-args 'puzzle-solved-hook puzzle label))
        t))

(let ((map puzzle-mode-map))
  (define-key map (kbd "C-c C-c") #'puzzle-solve)
  (define-key map (kbd "C-c C-n") #'puzzle-count)
  (define-key map (kbd "C-c C-t") #'puzzle-test)
  (define-key map (kbd "C-c C-k") #'puzzle-stop)
  (define-key map (kbd "C-c C-v") #'puzzle-show-solution))

(provide 'puzzle-mode)
;;; puzzle-mode.el ends here
