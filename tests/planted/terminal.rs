//! What a person sees at a terminal holds no planted secret.
