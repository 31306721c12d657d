//! `puzzlec serve`: who is let in, files, changes on the disk, requests, the end.
#![cfg(unix)]

mod client;
mod ends;
mod files;
mod floods;
mod guests;
mod requests;
