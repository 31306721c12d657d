;;; puzzle-eglot-test.el --- -*- lexical-binding: t -*-

;; Eglot against the real server, of the program that PUZZLEC names.

(require 'ert)
(unless (require 'eglot nil t)
  (package-initialize)
  (require 'eglot))
(require 'puzzle-mode)

(defmacro puzzle-eventually (seconds test)
  "Wait until TEST holds, at most SECONDS."
  `(let ((end (time-add nil ,seconds)))
     (while (and (not ,test) (time-less-p nil end))
       (accept-process-output nil 0.05))
     (should ,test)))

(ert-deftest puzzle-is-solved-through-eglot ()
  (let* ((folder (make-temp-file "puzzle" t))
         (file (expand-file-name "four.puzzle" folder))
         (puzzle-server-command (list (getenv "PUZZLEC") "lsp"))
         (eglot-sync-connect t)
         (solved nil)
         (puzzle-solved-hook (list (lambda (name _label) (setq solved name)))))
    (with-temp-file file
      (insert "use peg\npuzzle Four {\n    board line 4\n    rules peg.jmp\n"
              "    start row oo..\n    goal only peg at c1\n}\n"))
    (with-current-buffer (find-file-noselect file)
      (should (eq major-mode 'puzzle-mode))
      (apply #'eglot (eglot--guess-contact))
      (should (eglot-current-server))
      (flymake-start)
      (puzzle-eventually 20 (flymake-diagnostics))
      (should (string-match-p "jmp" (flymake-diagnostic-text (car (flymake-diagnostics)))))
      (goto-char (point-min))
      (search-forward "peg.j")
      (insert "u")
      (eglot--signal-textDocument/didChange)
      (puzzle-solve)
      (puzzle-eventually 60 solved)
      (should (equal solved "Four"))
      (puzzle-show-solution)
      (with-current-buffer "*solution: Four*"
        (goto-char (point-min))
        (should (re-search-forward "^1\\. " nil t)))
      (eglot-shutdown (eglot-current-server))
      (set-buffer-modified-p nil)
      (kill-buffer))
    (delete-directory folder t)))

(provide 'puzzle-eglot-test)
;;; puzzle-eglot-test.el ends here
