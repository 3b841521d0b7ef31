//! Sign-in attempts, counted before the password is checked, so that concurrent attempts cannot
//! bypass the limit.
//!
//! An operator can lock accounts as in Parse Server, for all callers. The throttle delays one
//! network only, so that one user cannot lock out another.

use std::net::IpAddr;

use parse_identity::Lockout;
use parse_model::{Code, Object, Refusal};

use super::credential::wrong;
use crate::cx::Cx;
use crate::error::{Error, WhileDoing};
use parse_identity::token::Digest;

/// Failures from one network without a delay.
const FREE: i64 = 5;
/// The longest wait, in seconds.
const LONGEST: i64 = 15 * 60;
/// Failures from all networks in a day after which only networks with an earlier sign-in, or a
/// password reset by mail, allow a sign-in.
const EVERYWHERE: i64 = 50;

/// A counted attempt.
#[derive(Debug)]
pub(super) struct Attempt {
    lock: Option<Lock>,
    throttle: Option<Throttle>,
}

#[derive(Debug)]
struct Lock {
    user_id: String,
    count: f64,
    lockout: Lockout,
}

#[derive(Debug)]
struct Throttle {
    account: String,
    network: String,
}

impl Attempt {
    /// Counts an attempt to sign in as a user, or with an unknown name.
    pub(super) async fn begin(
        cx: &Cx,
        user: Option<&Object>,
        name: &str,
    ) -> Result<Attempt, Error> {
        let settings = &cx.settings().account;
        let mut attempt = Attempt { lock: None, throttle: None };
        if settings.login_throttle && !cx.caller().is_unrestricted() {
            attempt.throttle = Some(Throttle::begin(cx, user, name).await?);
        }
        if let Some((lockout, user)) = settings.lockout.zip(user) {
            attempt.lock = Some(Lock::begin(cx, user.id.as_str(), lockout).await?);
        }
        Ok(attempt)
    }

    /// The password was wrong. Returns the error.
    pub(super) async fn failed(self, cx: &Cx) -> Result<Refusal, Error> {
        if let Some(throttle) = &self.throttle {
            parse_store::throttle::count_failure(cx.db(), &throttle.account, cx.now())
                .await
                .while_doing("counting a failed attempt")?;
        }
        Ok(match self.lock {
            Some(lock) if lock.count > f64::from(lock.lockout.threshold) => locked(lock.lockout),
            _ => wrong(),
        })
    }

    /// The password was right.
    pub(super) async fn succeeded(self, cx: &Cx) -> Result<(), Error> {
        if let Some(Throttle { account, network }) = &self.throttle {
            parse_store::throttle::forget_failures(cx.db(), account, network, cx.now())
                .await
                .while_doing("forgetting failed attempts")?;
        }
        if let Some(lock) = &self.lock {
            parse_store::email_tokens::forget_attempts(cx.db(), &lock.user_id)
                .await
                .while_doing("forgetting failed attempts")?;
        }
        Ok(())
    }
}

impl Lock {
    async fn begin(cx: &Cx, user_id: &str, lockout: Lockout) -> Result<Lock, Error> {
        #[expect(clippy::cast_possible_truncation, reason = "at most 100,000 minutes")]
        let seconds = (lockout.minutes * 60.0).ceil() as i64;
        let until = cx.now().plus_seconds(seconds);
        let count = parse_store::email_tokens::reserve_attempt(
            cx.db(),
            user_id,
            lockout.threshold,
            cx.now(),
            until,
        )
        .await
        .while_doing("counting an attempt")?;
        match count {
            Some(count) => Ok(Lock { user_id: user_id.to_owned(), count, lockout }),
            None => Err(locked(lockout).into()),
        }
    }
}

impl Throttle {
    async fn begin(cx: &Cx, user: Option<&Object>, name: &str) -> Result<Throttle, Error> {
        let account = match user {
            Some(user) => account_of(user.id.as_str()),
            None => Digest::of(&format!("name {}", name.to_lowercase())).to_text(),
        };
        let network = network_of(cx.caller().request.ip);
        let admitted = parse_store::throttle::admit_attempt(
            cx.db(),
            &account,
            &network,
            cx.now(),
            FREE,
            LONGEST,
        )
        .await
        .while_doing("counting an attempt")?;
        let wait = |millis: i64| {
            let seconds = u64::try_from(millis).unwrap_or(0).div_ceil(1000);
            Error::TooMany { seconds: seconds.max(1) }
        };
        let admitted = admitted.map_err(|free_at| wait(free_at.millis() - cx.now().millis()))?;
        if admitted.failures_everywhere >= EVERYWHERE && !admitted.is_known_network {
            return Err(wait(LONGEST * 1000));
        }
        Ok(Throttle { account, network })
    }
}

/// Resets the failed attempts of an account after a password reset by mail or by the operator.
pub async fn reset_failures(cx: &Cx, user_id: &str) -> Result<(), Error> {
    if !cx.settings().account.login_throttle {
        return Ok(());
    }
    parse_store::throttle::reset_failures(cx.db(), &account_of(user_id), cx.now())
        .await
        .while_doing("forgetting failed attempts")
}

fn account_of(user_id: &str) -> String {
    Digest::of(&format!("user {user_id}")).to_text()
}

/// The network of an address, as providers assign them.
fn network_of(address: Option<IpAddr>) -> String {
    match address.map(|address| address.to_canonical()) {
        Some(IpAddr::V4(address)) => {
            let [a, b, c, _] = address.octets();
            format!("{a}.{b}.{c}.0/24")
        }
        Some(IpAddr::V6(address)) => {
            let [a, b, c, d, ..] = address.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
        }
        None => "nowhere".to_owned(),
    }
}

fn locked(lockout: Lockout) -> Refusal {
    Refusal::new(
        Code::OBJECT_NOT_FOUND,
        format!(
            "Your account is locked due to multiple failed login attempts. Please try again after {} minute(s)",
            lockout.minutes
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_is_what_a_provider_hands_out() {
        let network = |text: &str| network_of(Some(text.parse().unwrap()));
        assert_eq!(network("203.0.113.9"), "203.0.113.0/24");
        assert_eq!(network("::ffff:203.0.113.9"), "203.0.113.0/24");
        assert_eq!(network("2001:db8:1:2:3::4"), "2001:db8:1:2::/64");
        assert_eq!(network_of(None), "nowhere");
    }

    #[test]
    fn minutes_are_written_as_javascript_writes_them() {
        let text = |minutes: f64| {
            let lockout = Lockout { threshold: 3, minutes, unlock_on_password_reset: false };
            locked(lockout).message.into_owned()
        };
        assert!(text(1.0).ends_with("after 1 minute(s)"));
        assert!(text(0.5).ends_with("after 0.5 minute(s)"));
    }
}
