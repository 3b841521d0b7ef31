//! Enums whose variants are stored and sent as keys.

/// Defines an enum by its variants and their keys, with serialization, `ALL`, `key` and `parse`.
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
            /// All of them, in order.
            pub const ALL: [$name; [$($key),+].len()] = [$($name::$variant),+];

            /// The stored, sent and typed key.
            pub fn key(self) -> &'static str {
                match self {
                    $($name::$variant => $key,)+
                }
            }

            /// The variant of a key.
            pub fn parse(key: &str) -> Option<$name> {
                $name::ALL.into_iter().find(|one| one.key() == key)
            }
        }
    };
}

pub(crate) use keyed_enum;
