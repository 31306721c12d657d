//! The rules of the house, and documents that must be true.

mod contributing;
mod dependencies;
mod editors;
mod manual;
mod tidy;
