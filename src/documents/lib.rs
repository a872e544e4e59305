//! Documents to text, with inspection, in a bounded child. No format is built yet.
