//! Invitations: codes that are shown once, and what it takes to use one.
//!
//! Only the digest of a code is kept, and a code has 100 random bits, so that nobody finds a code
//! from what is stored.

use std::fmt;

use sha2::{Digest, Sha256};

use crate::moment::Moment;
use crate::refused::Refused;
use crate::trust::Trust;

/// Crockford's digits: none is taken for another when a code is read aloud or typed.
const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

const LENGTH: usize = 20;

/// A code, as somebody types it: 20 characters, written in fours.
#[derive(Clone, PartialEq, Eq)]
pub struct Code(String);

impl Code {
    /// Makes a code of random bytes, of which each gives five bits.
    pub fn from_random(random: [u8; LENGTH]) -> Code {
        let digits = random.iter().map(|byte| char::from(DIGITS[usize::from(byte & 31)]));
        Code(digits.collect())
    }

    /// Reads what somebody typed: case, spaces and hyphens do not matter, nor whether a zero was
    /// taken for an O or a one for an I or an L.
    pub fn parse(typed: &str) -> Result<Code, Refused> {
        let meant = |c: char| match c.to_ascii_uppercase() {
            'O' => '0',
            'I' | 'L' => '1',
            other => other,
        };
        let is_filling = |c: &char| !c.is_whitespace() && *c != '-';
        let code: String = typed.chars().filter(is_filling).map(meant).collect();
        let is_digit = |byte: u8| DIGITS.contains(&byte);
        if code.len() == LENGTH && code.bytes().all(is_digit) {
            Ok(Code(code))
        } else {
            Err(Refused::InvitationUnknown)
        }
    }

    /// What is stored: the SHA-256 of the code's 20 characters, in lower-case hex.
    pub fn digest(&self) -> String {
        hex(&Sha256::digest(self.0.as_bytes()))
    }

    /// The code in groups of four, to be shown once.
    pub fn shown(&self) -> String {
        let groups: Vec<&str> = (0..LENGTH).step_by(4).map(|at| &self.0[at..at + 4]).collect();
        groups.join("-")
    }
}

impl fmt::Debug for Code {
    /// Says nothing, so that no log line ever holds a code.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Code(…)")
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The digest of an e-mail address, without regard to case and surrounding spaces.
pub fn email_digest(address: &str) -> String {
    hex(&Sha256::digest(address.trim().to_lowercase().as_bytes()))
}

/// An invitation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invitation {
    /// How many may use it, from 1 to 100,000.
    pub max_uses: u32,
    /// How many have.
    pub uses: u32,
    /// Until when it can be used.
    pub expires_at: Option<Moment>,
    /// When it was withdrawn.
    pub revoked_at: Option<Moment>,
    /// The digest of the only e-mail address it is for.
    pub email_digest: Option<String>,
    /// Whether it is for listed wallets only.
    pub has_wallet_list: bool,
    /// The level it starts somebody with.
    pub start_trust: Trust,
}

/// Who wants to use an invitation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Guest {
    /// The digest of their e-mail address, if they gave one.
    pub email_digest: Option<String>,
    /// Whether one of their wallets is on the invitation's list.
    pub is_wallet_listed: bool,
    /// Whether they have used an invitation before.
    pub has_joined: bool,
}

impl Invitation {
    /// Whether an invitation like this may be made.
    pub fn check(&self, now: Moment) -> Result<(), Refused> {
        let refuse = |rule: &str, problem: &str| {
            Err(Refused::RuleOutOfBounds { rule: rule.to_owned(), problem: problem.to_owned() })
        };
        if !(1..=100_000).contains(&self.max_uses) {
            return refuse("maxUses", "choose from 1 to 100000");
        }
        if self.start_trust > Trust::Known {
            return refuse("startTrust", "choose 0 or 1; higher levels are earned");
        }
        if self.expires_at.is_some_and(|at| at <= now) {
            return refuse("expiresAt", "choose a time that lies ahead");
        }
        Ok(())
    }

    /// Whether the guest may use it now. The caller then counts one more use, in the transaction
    /// that asked.
    pub fn admit(&self, guest: &Guest, now: Moment) -> Result<(), Refused> {
        if self.revoked_at.is_some() {
            return Err(Refused::InvitationRevoked);
        }
        if self.expires_at.is_some_and(|at| now >= at) {
            return Err(Refused::InvitationExpired);
        }
        if guest.has_joined {
            return Err(Refused::InvitationUsedBefore);
        }
        if self.uses >= self.max_uses {
            return Err(Refused::InvitationUsedUp);
        }
        let is_addressed = self.email_digest.is_none() || self.email_digest == guest.email_digest;
        if !is_addressed || (self.has_wallet_list && !guest.is_wallet_listed) {
            return Err(Refused::InvitationForAnother);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, proptest};

    use super::{Code, Guest, Invitation, email_digest};
    use crate::moment::Moment;
    use crate::refused::Refused;
    use crate::trust::Trust;

    fn invitation() -> Invitation {
        Invitation {
            max_uses: 2,
            uses: 0,
            expires_at: Some(Moment(100)),
            revoked_at: None,
            email_digest: None,
            has_wallet_list: false,
            start_trust: Trust::New,
        }
    }

    fn guest() -> Guest {
        Guest { email_digest: None, is_wallet_listed: false, has_joined: false }
    }

    #[test]
    fn an_invitation_admits_until_it_is_used_up_withdrawn_or_over() {
        let now = Moment(50);
        assert_eq!(invitation().admit(&guest(), now), Ok(()));
        let used = Invitation { uses: 2, ..invitation() };
        assert_eq!(used.admit(&guest(), now), Err(Refused::InvitationUsedUp));
        assert_eq!(invitation().admit(&guest(), Moment(100)), Err(Refused::InvitationExpired));
        let revoked = Invitation { revoked_at: Some(Moment(1)), ..invitation() };
        assert_eq!(revoked.admit(&guest(), now), Err(Refused::InvitationRevoked));
        let again = Guest { has_joined: true, ..guest() };
        assert_eq!(invitation().admit(&again, now), Err(Refused::InvitationUsedBefore));
    }

    #[test]
    fn an_addressed_invitation_is_for_its_address_or_its_wallets_alone() {
        let now = Moment(50);
        let addressed =
            Invitation { email_digest: Some(email_digest("Ada@example.org ")), ..invitation() };
        assert_eq!(addressed.admit(&guest(), now), Err(Refused::InvitationForAnother));
        let ada = Guest { email_digest: Some(email_digest("ada@example.org")), ..guest() };
        assert_eq!(addressed.admit(&ada, now), Ok(()));
        let listed = Invitation { has_wallet_list: true, ..invitation() };
        assert_eq!(listed.admit(&guest(), now), Err(Refused::InvitationForAnother));
        let holder = Guest { is_wallet_listed: true, ..guest() };
        assert_eq!(listed.admit(&holder, now), Ok(()));
    }

    #[test]
    fn an_invitation_is_made_within_bounds() {
        assert_eq!(invitation().check(Moment(0)), Ok(()));
        assert!(invitation().check(Moment(100)).is_err());
        assert!(Invitation { max_uses: 0, ..invitation() }.check(Moment(0)).is_err());
        assert!(Invitation { max_uses: 100_001, ..invitation() }.check(Moment(0)).is_err());
        let high = Invitation { start_trust: Trust::Reliable, ..invitation() };
        assert!(high.check(Moment(0)).is_err());
    }

    #[test]
    fn a_code_is_read_however_it_was_typed_and_never_shown_in_a_log() {
        let code =
            Code::from_random([0, 1, 31, 32, 16, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 10, 11, 12, 13, 14]);
        assert_eq!(code.shown(), "01Z0-G987-6543-210A-BCDE");
        assert_eq!(Code::parse(" oiz0g98765 4321oa-bcde"), Ok(code.clone()));
        assert_eq!(format!("{code:?}"), "Code(…)");
        for wrong in ["", "01Z0-G987", "01Z0-G987-6543-210A-BCDU", "01Z0-G987-6543-210A-BCDE-0"] {
            assert_eq!(Code::parse(wrong), Err(Refused::InvitationUnknown));
        }
    }

    proptest! {
        #[test]
        fn a_code_that_is_typed_as_shown_has_the_digest_that_is_stored(random in any::<[u8; 20]>()) {
            let code = Code::from_random(random);
            let typed = Code::parse(&code.shown().to_lowercase()).unwrap();
            assert_eq!(typed.digest(), code.digest());
            assert!(!code.digest().contains(&code.shown()));
        }
    }
}
