//! The runtime's own components.
