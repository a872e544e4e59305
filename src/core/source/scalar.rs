//! Resolution of plain scalars.
