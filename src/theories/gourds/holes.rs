//! Boards on which not all positions can be reached.
