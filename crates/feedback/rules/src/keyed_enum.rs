//! Enums whose variants are stored and sent as words.

/// Defines an enum by its variants and their words: serialised as them, with `ALL`, `key` and
/// `parse`.
macro_rules! keyed_enum {
    ($(#[$meta:meta])* pub enum $name:ident {
        $($(#[$variant_meta:meta])* $variant:ident = $key:literal,)+
    }) => {
        $(#[$meta])*
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
        )]
        pub enum $name {
            $($(#[$variant_meta])* #[serde(rename = $key)] $variant,)+
        }

        impl $name {
            /// All of them, in their order.
            pub const ALL: [$name; [$($key),+].len()] = [$($name::$variant),+];

            /// The word that is stored, sent and typed.
            pub fn key(self) -> &'static str {
                match self {
                    $($name::$variant => $key,)+
                }
            }

            /// What such a word means.
            pub fn parse(key: &str) -> Option<$name> {
                $name::ALL.into_iter().find(|one| one.key() == key)
            }
        }
    };
}

pub(crate) use keyed_enum;
