//! Ids of Discord's: numbers, written as texts.

/// Whether a text is an id of Discord's.
pub fn is_snowflake(id: &str) -> bool {
    (1..=20).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_digit())
}
