//! The token of an unsubscribe link: its user and kind. It does not expire, and does not reveal the
//! address.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, Mac};
use parse_engine::Error;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use sha2::Sha256;

use super::suppression::Scope;
use feedback_core::command_context::CommandContext;

/// Separates these tags from others made with the same key.
const PURPOSE: &[u8] = b"touchstone unsubscribe\0";
/// Bytes of the tag in the token.
const TAG: usize = 16;
/// The longest token that is parsed.
const LONGEST: usize = 300;

/// The content of a token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Link {
    pub(super) user: String,
    pub(super) scope: Scope,
}

/// A key and its version.
#[derive(Deserialize)]
pub(super) struct Key {
    version: u8,
    /// In hexadecimal.
    key: String,
}

impl Key {
    /// The key that new links are signed with.
    pub(super) async fn newest(ctx: &CommandContext) -> Result<Option<Key>, Error> {
        ctx.row(&Sql::fixed(
            "select jsonb_build_object('version', version, 'key', encode(key, 'hex'))
            from _touchstone.mail_key order by version desc limit 1",
            [],
        ))
        .await
    }

    /// The key with this version.
    async fn of_version(ctx: &CommandContext, version: u8) -> Result<Option<Key>, Error> {
        ctx.row(&Sql::fixed(
            "select jsonb_build_object('version', version, 'key', encode(key, 'hex'))
            from _touchstone.mail_key where version = $1::int8",
            [Bind::from(i64::from(version))],
        ))
        .await
    }

    fn mac(&self, signed: &[u8]) -> Option<Hmac<Sha256>> {
        let mut mac = Hmac::<Sha256>::new_from_slice(self.key.as_bytes()).ok()?;
        mac.update(PURPOSE);
        mac.update(signed);
        Some(mac)
    }

    /// Signs a link.
    pub(super) fn sign(&self, link: &Link) -> Option<String> {
        let scope = link.scope.key();
        let mut bytes = vec![self.version, u8::try_from(scope.len()).ok()?];
        bytes.extend(scope.as_bytes());
        bytes.extend(link.user.as_bytes());
        let tag = self.mac(&bytes)?.finalize().into_bytes();
        bytes.extend(&tag[..TAG]);
        Some(URL_SAFE_NO_PAD.encode(bytes))
    }

    /// The content of a token. `None` if this key has not signed it.
    fn open(&self, bytes: &[u8]) -> Option<Link> {
        let (signed, tag) = bytes.split_at_checked(bytes.len().checked_sub(TAG)?)?;
        self.mac(signed)?.verify_truncated_left(tag).ok()?;
        let (length, rest) = signed.get(1..)?.split_first()?;
        let (scope, user) = rest.split_at_checked(usize::from(*length))?;
        let scope = Scope::parse(std::str::from_utf8(scope).ok()?)?;
        let user = std::str::from_utf8(user).ok().filter(|user| !user.is_empty())?.to_owned();
        Some(Link { user, scope })
    }
}

/// Parses a token. `None` if this server has not signed it.
pub(super) async fn read(ctx: &CommandContext, token: &str) -> Result<Option<Link>, Error> {
    let bytes = Some(token).filter(|token| token.len() <= LONGEST);
    let Some(bytes) = bytes.and_then(|token| URL_SAFE_NO_PAD.decode(token).ok()) else {
        return Ok(None);
    };
    let Some(version) = bytes.first() else { return Ok(None) };
    let key = Key::of_version(ctx, *version).await?;
    Ok(key.and_then(|key| key.open(&bytes)))
}

#[cfg(test)]
mod tests {
    use feedback_model::notification::NotificationKind;

    use super::*;

    fn key(version: u8, letter: &str) -> Key {
        Key { version, key: letter.repeat(64) }
    }

    fn link() -> Link {
        let scope = Scope::Kind(NotificationKind::FixCheck);
        Link { user: "u8Fh2kQ0aZ".to_owned(), scope }
    }

    fn opened(key: &Key, token: &str) -> Option<Link> {
        key.open(&URL_SAFE_NO_PAD.decode(token).ok()?)
    }

    #[test]
    fn a_token_says_whose_mails_of_which_kind_are_to_stop() {
        let token = key(1, "a").sign(&link()).unwrap();
        assert_eq!(opened(&key(1, "a"), &token), Some(link()));
        assert!(token.len() < 64 && !token.contains(['=', '+', '/']), "{token}");
    }

    #[test]
    fn a_token_that_was_changed_or_signed_by_another_is_none() {
        let token = key(1, "a").sign(&link()).unwrap();
        assert_eq!(opened(&key(1, "b"), &token), None);
        let bytes = URL_SAFE_NO_PAD.decode(&token).unwrap();
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            assert_eq!(key(1, "a").open(&changed), None, "byte {at}");
        }
        for short in 0..bytes.len() {
            assert_eq!(key(1, "a").open(&bytes[..short]), None, "{short} bytes");
        }
    }
}
