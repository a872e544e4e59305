//! A value that is not shown.

use std::fmt;

/// A value that only [`expose`](Self::expose) gives. Shown in any other way it is `****`; it has no
/// serialization and no comparison.
#[derive(Clone)]
pub struct Secret<T>(T);

/// What is shown instead of a secret.
const HIDDEN: &str = "****";

impl<T> Secret<T> {
    /// Hides a value.
    pub fn new(value: T) -> Self {
        Self(value)
    }

    /// Returns the value. Whoever asks hands it to what needs it and to nothing that prints, logs
    /// or records.
    pub fn expose(&self) -> &T {
        &self.0
    }
}

impl<T> fmt::Debug for Secret<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(HIDDEN)
    }
}

impl<T> fmt::Display for Secret<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(HIDDEN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_never_shown() {
        let secret = Secret::new("quite-a-secret".to_owned());
        assert_eq!(secret.expose(), "quite-a-secret");
        for shown in [
            format!("{secret}"),
            format!("{secret:>40?}"),
            format!("{secret:#?}"),
            secret.to_string(),
        ] {
            assert_eq!(shown, "****");
        }
        let nested = format!("{:?}", Some(vec![secret.clone()]));
        assert_eq!(nested, "Some([****])");
    }
}
