//! Gourds that are laid on a board, and how many ways there are.
