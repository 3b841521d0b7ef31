//! Passwords: hashed and checked away from the threads that answer requests.
//!
//! Alone we write argon2id; beside a Parse Server bcrypt, which is all it reads. Both are always
//! understood.

use std::sync::{LazyLock, OnceLock};

use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use argon2::{Algorithm, Argon2, Params, Version};
use parse_model::{Code, Refusal};
use tokio::sync::Semaphore;

use crate::error::Error;
use crate::id::random_bytes;

/// Parse Server's cost.
const BCRYPT_COST: u32 = 10;
/// Memory in KiB, passes and lanes: the second choice of the RFC, the first of OWASP's.
const ARGON_COST: (u32, u32, u32) = (19_456, 2, 1);
/// Longer ones only cost us time.
const MAX_BYTES: usize = 4096;

/// Hashing is all computing, so more at once than there are cores would only slow each down, and
/// everything else with them.
static TURNS: LazyLock<Semaphore> = LazyLock::new(|| {
    Semaphore::new(std::thread::available_parallelism().map_or(1, std::num::NonZero::get))
});

/// What a password is hashed with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scheme {
    /// Read by us alone.
    Argon2id,
    /// Read by Parse Server too.
    Bcrypt,
}

impl Scheme {
    /// What new passwords are hashed with.
    pub(crate) fn current(is_mixed_fleet: bool) -> Scheme {
        if is_mixed_fleet { Scheme::Bcrypt } else { Scheme::Argon2id }
    }

    /// Whether a hash should be replaced by one of this scheme once the password is known.
    pub(crate) fn supersedes(self, hash: &str) -> bool {
        self == Scheme::Argon2id && !hash.starts_with("$argon2id$")
    }

    /// A hash that no password fits, as costly to check as any other.
    fn decoy(self) -> Result<&'static str, Error> {
        static ARGON2ID: OnceLock<String> = OnceLock::new();
        static BCRYPT: OnceLock<String> = OnceLock::new();
        let slot = match self {
            Scheme::Argon2id => &ARGON2ID,
            Scheme::Bcrypt => &BCRYPT,
        };
        if let Some(hash) = slot.get() {
            return Ok(hash);
        }
        let hash = hashed(&crate::id::random_text(32), self)?;
        Ok(slot.get_or_init(|| hash))
    }
}

/// Hashes a password.
pub(crate) async fn hash(password: String, scheme: Scheme) -> Result<String, Error> {
    if password.len() > MAX_BYTES {
        return Err(Refusal::new(
            Code::VALIDATION_ERROR,
            format!("Password must not be longer than {MAX_BYTES} bytes."),
        )
        .into());
    }
    in_turn(move || hashed(&password, scheme)).await
}

/// Whether the password is the one that was hashed. Without a hash it is not, and finding that out
/// takes as long.
pub(crate) async fn verify(
    password: String,
    hash: Option<String>,
    scheme: Scheme,
) -> Result<bool, Error> {
    if password.len() > MAX_BYTES {
        return Ok(false);
    }
    in_turn(move || match hash {
        Some(hash) => Ok(fits(&password, &hash)),
        None => {
            fits(&password, scheme.decoy()?);
            Ok(false)
        }
    })
    .await
}

async fn in_turn<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    let _turn = TURNS.acquire().await.map_err(failed)?;
    tokio::task::spawn_blocking(work).await.map_err(failed)?
}

fn failed(source: impl std::error::Error + Send + Sync + 'static) -> Error {
    Error::Failed { doing: "hashing a password", source: Box::new(source) }
}

fn hashed(password: &str, scheme: Scheme) -> Result<String, Error> {
    match scheme {
        Scheme::Bcrypt => bcrypt::hash(password, BCRYPT_COST).map_err(failed),
        Scheme::Argon2id => {
            let salt = SaltString::encode_b64(&random_bytes::<16>()).map_err(failed)?;
            let hash = argon2id()?.hash_password(password.as_bytes(), &salt).map_err(failed)?;
            Ok(hash.to_string())
        }
    }
}

fn argon2id() -> Result<Argon2<'static>, Error> {
    let (memory, passes, lanes) = ARGON_COST;
    let params = Params::new(memory, passes, lanes, None).map_err(failed)?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

/// What is no hash fits no password: such rows exist where accounts have no password.
fn fits(password: &str, hash: &str) -> bool {
    if hash.starts_with("$argon2") {
        let parsed = PasswordHash::new(hash);
        return parsed.is_ok_and(|hash| {
            Argon2::default().verify_password(password.as_bytes(), &hash).is_ok()
        });
    }
    bcrypt::verify(password, hash).unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_schemes_know_their_password_and_no_other() {
        for (scheme, start) in
            [(Scheme::Argon2id, "$argon2id$v=19$m=19456,t=2,p=1$"), (Scheme::Bcrypt, "$2b$10$")]
        {
            let hash = hashed("secret", scheme).unwrap();
            assert!(hash.starts_with(start), "{hash}");
            assert!(fits("secret", &hash));
            assert!(!fits("Secret", &hash) && !fits("", &hash));
        }
    }

    #[test]
    fn every_spelling_of_bcrypt_is_understood() {
        let hash = bcrypt::hash("secret", 4).unwrap();
        for version in ["$2a$", "$2b$", "$2y$"] {
            let spelled = hash.replacen("$2b$", version, 1);
            assert!(fits("secret", &spelled), "{spelled}");
        }
    }

    #[test]
    fn bcrypt_looks_at_72_bytes_and_argon2_at_all() {
        let (long, longer) = ("x".repeat(72), "x".repeat(73));
        assert!(fits(&longer, &hashed(&long, Scheme::Bcrypt).unwrap()));
        assert!(!fits(&longer, &hashed(&long, Scheme::Argon2id).unwrap()));
    }

    #[test]
    fn what_is_no_hash_fits_nothing() {
        for hash in ["", "secret", "$2b$10$", "$argon2id$", "$argon2id$v=19$m=19456,t=2,p=1$"] {
            assert!(!fits("secret", hash), "{hash}");
        }
    }

    #[test]
    fn only_alone_is_a_bcrypt_hash_replaced() {
        assert!(Scheme::current(false).supersedes("$2y$10$abc"));
        assert!(!Scheme::current(false).supersedes("$argon2id$v=19$"));
        assert!(!Scheme::current(true).supersedes("$2y$10$abc"));
        assert!(!Scheme::current(true).supersedes("$argon2id$v=19$"));
    }

    #[tokio::test]
    async fn nobody_has_a_password_of_more_than_4096_bytes() {
        let long = "x".repeat(MAX_BYTES + 1);
        let refusal = hash(long.clone(), Scheme::Argon2id).await.unwrap_err();
        assert_eq!(refusal.code(), Some(Code::VALIDATION_ERROR));
        assert!(!verify(long, None, Scheme::Argon2id).await.unwrap());
        assert!(!verify("x".to_owned(), None, Scheme::Argon2id).await.unwrap());
    }
}
