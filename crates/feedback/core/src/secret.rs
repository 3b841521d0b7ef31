//! Secrets of others that we must be able to say again: addresses with a token in them, signing
//! secrets, keys of bots. They are sealed before they reach the database, and shown only as far as
//! it takes to tell them apart.

use parse_engine::Error;

use crate::command_context::CommandContext;

/// Seals a text with the key of this installation.
pub fn seal(ctx: &CommandContext, text: &str) -> Result<String, Error> {
    ctx.secrets().seal(text)
}

/// Opens what [`seal`] made.
pub fn open(ctx: &CommandContext, sealed: &str) -> Result<String, Error> {
    ctx.secrets().open(sealed)
}

/// Seals a text so that it is opened only for what it is for: a row, and where it is sent.
pub fn seal_for(ctx: &CommandContext, purpose: &str, text: &str) -> Result<String, Error> {
    ctx.secrets().seal_for(purpose, text)
}

/// Opens what [`seal_for`] made.
pub fn open_for(ctx: &CommandContext, purpose: &str, sealed: &str) -> Result<String, Error> {
    ctx.secrets().open_for(purpose, sealed)
}

/// An address that may hold a secret as it is shown: its host and its last four characters.
pub fn shown(url: &str) -> String {
    let host = host(url).unwrap_or("…");
    let end: Vec<char> = url.chars().rev().take(4).collect();
    format!("{host}/…{}", end.into_iter().rev().collect::<String>())
}

/// The host of an address, with its port where it names one.
pub fn host(url: &str) -> Option<&str> {
    let (_, rest) = url.split_once("://")?;
    let authority = rest.split(['/', '?', '#']).next()?;
    let host = authority.rsplit('@').next()?;
    (!host.is_empty()).then_some(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_shown_by_its_host_and_its_last_four_characters() {
        assert_eq!(shown("https://discord.com/api/webhooks/1/abcdef"), "discord.com/…cdef");
        assert_eq!(shown("https://user:word@ci.example:8443?x=1234"), "ci.example:8443/…1234");
        assert_eq!(shown("nothing"), "…/…hing");
    }
}
