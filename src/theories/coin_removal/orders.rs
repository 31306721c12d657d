//! Numbers of removal orders.
