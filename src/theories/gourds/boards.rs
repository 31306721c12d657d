//! What a board is: holes, cut cells, barriers, matchings, classes.
