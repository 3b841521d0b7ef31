//! Types that exist only to describe answers.
//!
//! Most answers are JSON from SQL. Their fields are declared beside the function, for the reference
//! and for generated clients, and the product tests check every answer against its declaration.
//! Answers may have additional fields, and later versions add some.

/// Declares answer types by their fields. A field that may be missing or null is an `Option`.
#[macro_export]
macro_rules! answer_shapes {
    ($($(#[$meta:meta])* $vis:vis $name:ident { $($field:ident: $type:ty,)+ })+) => {$(
        $(#[$meta])*
        #[derive(serde::Deserialize)]
        #[serde(rename_all = "camelCase")]
        #[expect(dead_code, reason = "declares what is answered")]
        $vis struct $name {
            $($field: $type,)+
        }
    )+};
}
