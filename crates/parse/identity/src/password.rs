//! Passwords: hashed and checked away from the threads that answer requests.
//!
//! Alone we write argon2id; beside a Parse Server bcrypt, which is all it reads. Both are always
//! understood.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, OnceLock};

use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use argon2::{Algorithm, Argon2, Params, Version};
use parse_model::{Code, Refusal};
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::id::random_bytes;

/// The longest password that is hashed, in bytes; longer ones only cost us time.
pub const MAX_PASSWORD_BYTES: usize = 1024;
/// Parse Server's cost.
const BCRYPT_COST: u32 = 10;
/// Memory in KiB, passes and lanes: the second choice of the RFC, the first of OWASP's.
const ARGON_COST: (u32, u32, u32) = (19_456, 2, 1);
/// How many wait for a turn before others are sent away.
const QUEUE: usize = 32;
/// bcrypt looks at so many bytes and passes over the rest.
const BCRYPT_BYTES: usize = 72;

/// Hashing is all computing, so more at once than there are cores would only slow each down, and
/// everything else with them.
static TURNS: LazyLock<Semaphore> = LazyLock::new(|| {
    Semaphore::new(std::thread::available_parallelism().map_or(1, std::num::NonZero::get))
});

/// Why a password was not hashed or checked.
#[derive(Debug, thiserror::Error)]
pub enum PasswordError {
    /// It breaks a rule. Shown as it is.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Too many others wait for a turn.
    #[error("too many passwords to hash at once")]
    Busy,
    /// The hash could not be computed.
    #[error("hashing a password")]
    Failed(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// What a password is hashed with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scheme {
    /// Read by us alone.
    Argon2id,
    /// Read by Parse Server too.
    Bcrypt,
}

impl Scheme {
    /// What new passwords are hashed with.
    pub fn current(is_mixed_fleet: bool) -> Scheme {
        if is_mixed_fleet { Scheme::Bcrypt } else { Scheme::Argon2id }
    }

    /// Whether a hash should be replaced by one of this scheme once the password is known.
    pub fn supersedes(self, hash: &str) -> bool {
        self == Scheme::Argon2id && !hash.starts_with("$argon2id$")
    }

    /// Whether a hash has seen all of a password. Beside a Parse Server that is not asked, because
    /// it does not ask either.
    fn has_seen_all(self, hash: &str, password: &str) -> bool {
        self == Scheme::Bcrypt || hash.starts_with("$argon2") || password.len() <= BCRYPT_BYTES
    }

    /// A hash that no password fits, as costly to check as any other.
    fn decoy(self) -> Result<&'static str, PasswordError> {
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

/// A turn at hashing.
#[derive(Debug)]
pub struct HashingPermit {
    _permit: SemaphorePermit<'static>,
}

/// Waits for a turn. When too many wait already, there is none to be had.
pub async fn turn() -> Result<HashingPermit, PasswordError> {
    static WAITING: AtomicUsize = AtomicUsize::new(0);
    /// One who waits, until dropped.
    struct Waiting;
    impl Drop for Waiting {
        fn drop(&mut self) {
            WAITING.fetch_sub(1, Ordering::AcqRel);
        }
    }
    if let Ok(permit) = TURNS.try_acquire() {
        return Ok(HashingPermit { _permit: permit });
    }
    let before = WAITING.fetch_add(1, Ordering::AcqRel);
    let _waiting = Waiting;
    if before >= QUEUE {
        return Err(PasswordError::Busy);
    }
    TURNS.acquire().await.map(|_permit| HashingPermit { _permit }).map_err(failed)
}

impl HashingPermit {
    /// Whether the password is the one that was hashed. Without a hash it is not, and finding that
    /// out takes as long.
    pub async fn verify(
        self,
        password: String,
        hash: Option<String>,
        scheme: Scheme,
    ) -> Result<bool, PasswordError> {
        self.work(move || match hash {
            Some(hash) => Ok(fits(&password, &hash) && scheme.has_seen_all(&hash, &password)),
            None => {
                fits(&password, scheme.decoy()?);
                Ok(false)
            }
        })
        .await
    }

    /// The turn goes with the work, which ends only when it is done.
    async fn work<T: Send + 'static>(
        self,
        work: impl FnOnce() -> Result<T, PasswordError> + Send + 'static,
    ) -> Result<T, PasswordError> {
        tokio::task::spawn_blocking(move || {
            let _turn = self;
            work()
        })
        .await
        .map_err(failed)?
    }
}

/// Refuses a password that is too long to be hashed, before anything is done with it.
pub fn check_length(password: &str) -> Result<(), Refusal> {
    if password.len() <= MAX_PASSWORD_BYTES {
        return Ok(());
    }
    Err(Refusal::new(
        Code::VALIDATION_ERROR,
        format!("Password must not be longer than {MAX_PASSWORD_BYTES} bytes."),
    ))
}

/// Hashes a password.
pub async fn hash(password: String, scheme: Scheme) -> Result<String, PasswordError> {
    check_length(&password)?;
    turn().await?.work(move || hashed(&password, scheme)).await
}

/// Whether the password is one of those that were hashed.
pub async fn is_among(password: String, hashes: Vec<String>) -> Result<bool, PasswordError> {
    check_length(&password)?;
    turn().await?.work(move || Ok(hashes.iter().any(|hash| fits(&password, hash)))).await
}

/// How hard a password is to guess, from 0 to 4, for a user who knows these words. Only the first
/// hundred characters are looked at, so the time it takes is bounded.
pub async fn strength(password: String, words: Vec<String>) -> Result<u8, PasswordError> {
    let work = move || {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        Ok(u8::from(zxcvbn::zxcvbn(&password, &words).score()))
    };
    turn().await?.work(work).await
}

fn failed(source: impl std::error::Error + Send + Sync + 'static) -> PasswordError {
    PasswordError::Failed(Box::new(source))
}

fn hashed(password: &str, scheme: Scheme) -> Result<String, PasswordError> {
    match scheme {
        Scheme::Bcrypt => bcrypt::hash(password, BCRYPT_COST).map_err(failed),
        Scheme::Argon2id => {
            let salt = SaltString::encode_b64(&random_bytes::<16>()).map_err(failed)?;
            let hash = argon2id()?.hash_password(password.as_bytes(), &salt).map_err(failed)?;
            Ok(hash.to_string())
        }
    }
}

fn argon2id() -> Result<Argon2<'static>, PasswordError> {
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
    use futures_util::FutureExt;

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
        let supersedes = |is_mixed, hash| Scheme::current(is_mixed).supersedes(hash);
        assert!(supersedes(false, "$2y$10$abc"));
        assert!(!supersedes(false, "$argon2id$v=19$"));
        assert!(!supersedes(true, "$2y$10$abc"));
        assert!(!supersedes(true, "$argon2id$v=19$"));
    }

    #[test]
    fn what_bcrypt_has_not_seen_is_no_password() {
        let (long, longer) = ("x".repeat(72), "x".repeat(73));
        let alone = Scheme::current(false);
        assert!(alone.has_seen_all("$2y$10$abc", &long));
        assert!(!alone.has_seen_all("$2y$10$abc", &longer));
        assert!(alone.has_seen_all("$argon2id$v=19$", &longer));
        assert!(Scheme::current(true).has_seen_all("$2y$10$abc", &longer));
    }

    #[tokio::test]
    async fn nobody_has_a_password_of_more_than_1024_bytes() {
        let long = "x".repeat(MAX_PASSWORD_BYTES + 1);
        let refused = hash(long.clone(), Scheme::Argon2id).await;
        assert!(
            matches!(refused, Err(PasswordError::Refused(r)) if r.code == Code::VALIDATION_ERROR)
        );
        assert!(check_length(&long).is_err() && check_length(&long[1..]).is_ok());
    }

    #[tokio::test]
    async fn without_a_hash_no_password_fits() {
        let turn = turn().await.unwrap();
        assert!(!turn.verify("x".to_owned(), None, Scheme::Argon2id).await.unwrap());
    }

    #[tokio::test]
    async fn anyone_who_finds_the_queue_full_is_sent_away() {
        // Turns are shared by the cases of this binary, so there may be fewer left than the queue
        // holds, and never more.
        let all = TURNS.available_permits() + QUEUE;
        let held: Vec<HashingPermit> = std::iter::from_fn(|| {
            TURNS.try_acquire().ok().map(|_permit| HashingPermit { _permit })
        })
        .collect();
        let mut waiting: Vec<_> = (0..=all).map(|_| Box::pin(turn())).collect();
        let mut is_away = false;
        for turn in &mut waiting {
            is_away |= matches!(turn.now_or_never(), Some(Err(PasswordError::Busy)));
        }
        assert!(is_away);
        drop(held);
    }
}
