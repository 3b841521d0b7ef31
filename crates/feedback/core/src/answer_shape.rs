//! Types that exist only to describe answers.
//!
//! Most answers are JSON from SQL. What they hold is declared beside the function, for the reference
//! and for generators of clients; the cases of the product hold every answer to its declaration.
//! Answers may have further fields, and later versions add some.

/// Declares types of answers by their fields. A field that may be left out or null is an `Option`.
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
