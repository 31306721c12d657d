//! Certificates: what is written is verified, and what is changed is rejected.

mod alone;
mod cases;
mod forged;
mod games;
mod lemmas;
mod lifted;
mod mutated;
mod order;
mod pairs;
mod parts;
mod patterns;
mod placed;
mod random;
mod single;
mod small;
mod steps;
mod together;
