;;; puzzle-mode-test.el --- -*- lexical-binding: t -*-

(require 'ert)
(require 'puzzle-mode)

(defconst puzzle-test-text
  "/// A rule.
rule hop { [ a | empty ] -> [ empty | a ] }
puzzle P {
board square \"\"\"
    . \" /
    a \\ ?
\"\"\"
goal row ..o // the end
}
puzzle Q {
}
")

(defmacro puzzle-test-with-text (&rest body)
  "Run BODY in a buffer with the text."
  `(with-temp-buffer
     (insert puzzle-test-text)
     (puzzle-mode)
     (goto-char (point-min))
     (syntax-propertize (point-max))
     (font-lock-ensure)
     ,@body))

(defun puzzle-test-face (text)
  "The face of the first character of TEXT."
  (goto-char (point-min))
  (search-forward text)
  (get-text-property (match-beginning 0) 'face))

(ert-deftest puzzle-colours ()
  (puzzle-test-with-text
   (should (memq (puzzle-test-face "/// A") '(font-lock-comment-face font-lock-comment-delimiter-face)))
   (should (eq (puzzle-test-face "rule hop") 'font-lock-keyword-face))
   (should (eq (puzzle-test-face "hop") 'font-lock-type-face))
   (should (eq (puzzle-test-face "square") 'font-lock-builtin-face))
   (should (eq (puzzle-test-face "a \\") 'font-lock-string-face))
   (should (eq (puzzle-test-face "goal") 'font-lock-keyword-face))
   (should (eq (puzzle-test-face "row ..o") 'font-lock-keyword-face))))

(ert-deftest puzzle-indents ()
  (puzzle-test-with-text
   (indent-region (point-min) (point-max))
   (goto-char (point-min))
   (should (search-forward "\n    board square \"\"\"\n    . \" /\n    a \\ ?\n" nil t))
   (should (search-forward "\n    goal row" nil t))
   (should (search-forward "\n}\npuzzle Q" nil t))))

(ert-deftest puzzle-under-point ()
  (puzzle-test-with-text
   (should (equal (puzzle-at-point) "P"))
   (search-forward "goal")
   (should (equal (puzzle-at-point) "P"))
   (goto-char (point-max))
   (should (equal (puzzle-at-point) "Q"))))

(ert-deftest puzzle-solutions-are-texts ()
  (should (equal (puzzle-solution-text
                  '(:title "P" :label "1 move" :start ["o."] :steps [(:notation "a1 to b1" :after [".o"])]))
                 "P\n1 move\n\no.\n\n1. a1 to b1\n.o\n")))

(provide 'puzzle-mode-test)
;;; puzzle-mode-test.el ends here
