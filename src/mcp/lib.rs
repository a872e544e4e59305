//! The client side of the Model Context Protocol: sessions, snapshots, drift. Not built yet.
