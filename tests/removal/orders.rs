//! Numbers of removal orders beside brute force.
