//! What may be a secret where the format takes literals: such values are never quoted.

use crate::config::Decoder;
use crate::source::Spanned;

/// Masks an address that holds a user or password, or a query that may hold a token.
pub(super) fn mask_credentials(address: Option<&Spanned<String>>, decoder: &mut Decoder<'_>) {
    if let Some(address) = address
        && address.contains(['@', '?'])
    {
        decoder.masked.extend(address.span);
    }
}

/// Masks values that may be secrets whatever they look like.
pub(super) fn mask_values<'v>(
    values: impl IntoIterator<Item = &'v Spanned<String>>,
    decoder: &mut Decoder<'_>,
) {
    let spans = values.into_iter().filter_map(|value| value.span);
    decoder.masked.extend(spans);
}
