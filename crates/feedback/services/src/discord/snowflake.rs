//! Discord's ids: numbers, written as text.

/// Whether a text is a Discord id.
pub fn is_snowflake(id: &str) -> bool {
    (1..=20).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_digit())
}
