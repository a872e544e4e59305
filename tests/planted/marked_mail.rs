//! A marked mail.
