//! The outcome of sending a mail.

use integrations::Outcome;
use parse_engine::NotTaken;
use parse_engine::mail::MailRefusal;

/// What a rejection says about the address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bounce {
    /// The mailbox does not exist.
    Hard,
    /// The mailbox is full, or temporarily unavailable.
    Soft,
    /// Nothing: it is about the sender or the message.
    None,
}

/// The outcome of an attempt.
pub(super) fn outcome(taken: &Result<(), NotTaken>, message_id: &str) -> Outcome {
    match taken {
        Ok(()) => Outcome::Delivered { external_id: Some(message_id.to_owned()) },
        Err(NotTaken::NotSent(_)) => Outcome::LATER,
        Err(NotTaken::Unsure(_)) => Outcome::Unsure,
        Err(NotTaken::Unwelcome(why)) => Outcome::Broken(why.clone()),
        Err(NotTaken::Unwritable(why)) => Outcome::Bad((*why).to_owned()),
        Err(NotTaken::Refused(refusal)) => refused(refusal),
    }
}

fn refused(refusal: &MailRefusal) -> Outcome {
    let said = refusal.to_string();
    match (refusal.code, refusal.status) {
        (..500, _) => Outcome::LATER,
        // The server rejects the credentials or the sender, so no mail is accepted until that is
        // fixed.
        (530 | 535 | 538, _) | (_, Some((5, 7, 0 | 8 | 23..=40 | 515) | (5, 1, 7 | 8))) => {
            Outcome::Broken(said)
        }
        _ if bounce(refusal) == Bounce::Hard => Outcome::Gone(said),
        _ => Outcome::Bad(said),
    }
}

/// What a rejection says about the address.
pub(super) fn bounce(refusal: &MailRefusal) -> Bounce {
    match (refusal.code, refusal.status) {
        (..500, _) => Bounce::None,
        (_, Some(status)) => bounce_of_status(status),
        (550 | 551 | 553, None) => Bounce::Hard,
        (552, None) => Bounce::Soft,
        _ => Bounce::None,
    }
}

/// What an enhanced status code (RFC 3463) says about an address.
pub(super) fn bounce_of_status(status: (u16, u16, u16)) -> Bounce {
    match status {
        (5, 1, 7 | 8) => Bounce::None,
        (5, 1, _) | (5, 2, 1) | (5, 4, 4) => Bounce::Hard,
        (5, 2, 2) | (4, _, _) => Bounce::Soft,
        _ => Bounce::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(code: u16, said: &str) -> Outcome {
        outcome(&Err(NotTaken::Refused(MailRefusal::new(code, said))), "<id>")
    }

    #[test]
    fn an_address_that_is_none_is_not_written_to_again() {
        for (code, said) in
            [(550, "5.1.1 x"), (550, "5.2.1 x"), (550, "5.4.4"), (550, "unknown user")]
        {
            assert!(matches!(of(code, said), Outcome::Gone(_)), "{code} {said}");
        }
    }

    #[test]
    fn what_is_ours_to_mend_is_not_laid_to_the_address() {
        assert!(matches!(of(550, "5.7.26 unauthenticated"), Outcome::Broken(_)));
        assert!(matches!(of(550, "5.7.515 Access denied"), Outcome::Broken(_)));
        assert!(matches!(of(535, "5.7.8 wrong password"), Outcome::Broken(_)));
        assert!(matches!(of(550, "5.7.1 looks like spam"), Outcome::Bad(_)));
        assert!(matches!(of(552, "5.2.2 full"), Outcome::Bad(_)));
        assert_eq!(bounce(&MailRefusal::new(552, "5.2.2 full")), Bounce::Soft);
        assert_eq!(bounce(&MailRefusal::new(550, "5.7.1 spam")), Bounce::None);
    }

    #[test]
    fn what_a_server_puts_off_is_tried_again() {
        assert_eq!(of(451, "4.7.1 greylisted"), Outcome::LATER);
        assert_eq!(bounce(&MailRefusal::new(451, "4.7.1")), Bounce::None);
        assert_eq!(outcome(&Err(NotTaken::NotSent(String::new())), ""), Outcome::LATER);
        assert_eq!(outcome(&Err(NotTaken::Unsure(String::new())), ""), Outcome::Unsure);
    }

    #[test]
    fn the_id_of_a_mail_is_kept() {
        let external_id = Some("<evt_1.u@beta.example>".to_owned());
        let delivered = outcome(&Ok(()), "<evt_1.u@beta.example>");
        assert_eq!(delivered, Outcome::Delivered { external_id });
    }
}
