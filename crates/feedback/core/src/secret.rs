//! Secrets that the server must be able to use again: addresses that include a token, signing
//! secrets, keys of bots. They are sealed before they reach the database, and shown only as far as
//! needed to tell them apart.

use parse_engine::Error;

use crate::command_context::CommandContext;

/// Seals a text with the key of this installation.
pub fn seal(ctx: &CommandContext, text: &str) -> Result<String, Error> {
    ctx.secrets().seal(text)
}

/// Opens a text that [`seal`] sealed.
pub fn open(ctx: &CommandContext, sealed: &str) -> Result<String, Error> {
    ctx.secrets().open(sealed)
}

/// Seals a text for one purpose: a row, and the address it is sent to.
pub fn seal_for(ctx: &CommandContext, purpose: &str, text: &str) -> Result<String, Error> {
    ctx.secrets().seal_for(purpose, text)
}

/// Opens a text that [`seal_for`] sealed.
pub fn open_for(ctx: &CommandContext, purpose: &str, sealed: &str) -> Result<String, Error> {
    ctx.secrets().open_for(purpose, sealed)
}

/// An address that may include a secret, as it is shown: its host and its last four characters.
pub fn shown(url: &str) -> String {
    let host = host(url).unwrap_or("…");
    let end: Vec<char> = url.chars().rev().take(4).collect();
    format!("{host}/…{}", end.into_iter().rev().collect::<String>())
}

/// The host of an address, with its port if there is one.
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
