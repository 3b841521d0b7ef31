//! Bounces and complaints that a mail provider reports.

use parse_engine::Error;
use serde::Deserialize;

use super::address;
use super::outcome::{Bounce, bounce_of_status};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::invalid;

/// One bounce or complaint.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MailEvent {
    /// The address.
    address: String,
    /// The kind of event.
    kind: MailEventKind,
    /// Whether a bounce is permanent. Default: derived from the status.
    permanent: Option<bool>,
    /// The enhanced status, such as `5.1.1`.
    status: Option<String>,
    /// The provider's time. The server's own time is stored.
    #[serde(rename = "at")]
    _at: Option<String>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum MailEventKind {
    Bounce,
    Complaint,
}

/// Processes an event. The answer does not reveal whether the address is known.
pub async fn take_event(ctx: &CommandContext, event: &MailEvent) -> Result<(), Error> {
    if event.address.len() > 320 || !event.address.contains('@') {
        return Err(invalid("ADDRESS", "Invalid e-mail address."));
    }
    let bounce = match event.kind {
        MailEventKind::Complaint => None,
        MailEventKind::Bounce => Some(event.bounce()?),
    };
    for user in address::owners(ctx, &event.address).await? {
        match bounce {
            None => address::complaint(ctx, &user).await?,
            Some(Bounce::Hard) => address::hard_bounce(ctx, &user).await?,
            Some(Bounce::Soft) => {
                if address::soft_bounce(ctx, &user, event.status.as_deref()).await? {
                    address::hard_bounce(ctx, &user).await?;
                }
            }
            Some(Bounce::None) => {}
        }
        let kind = match event.kind {
            MailEventKind::Bounce => "bounce",
            MailEventKind::Complaint => "complaint",
        };
        tracing::info!(user, kind, "mail event received");
    }
    Ok(())
}

impl MailEvent {
    fn bounce(&self) -> Result<Bounce, Error> {
        let status = match self.status.as_deref() {
            None => None,
            Some(text) => Some(parse_engine::mail::enhanced_status(text).ok_or_else(|| {
                invalid("STATUS", "Invalid status: expected a code such as 5.1.1.")
            })?),
        };
        Ok(match (status, self.permanent) {
            (Some(status), _) => bounce_of_status(status),
            (None, Some(true)) => Bounce::Hard,
            (None, _) => Bounce::Soft,
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn bounce(permanent: Option<bool>, status: Option<&str>) -> Option<Bounce> {
        let event = json!({
            "address": "rin@mail.test", "kind": "bounce", "permanent": permanent, "status": status,
            "at": "2026-11-17T05:20:00Z",
        });
        serde_json::from_value::<MailEvent>(event).unwrap().bounce().ok()
    }

    #[test]
    fn a_status_says_more_than_the_word_of_its_sender() {
        assert_eq!(bounce(Some(true), None), Some(Bounce::Hard));
        assert_eq!(bounce(Some(false), None), Some(Bounce::Soft));
        assert_eq!(bounce(None, Some("5.1.1")), Some(Bounce::Hard));
        assert_eq!(bounce(Some(true), Some("5.2.2")), Some(Bounce::Soft));
        assert_eq!(bounce(Some(true), Some("5.7.1")), Some(Bounce::None));
        assert_eq!(bounce(None, Some("nonsense")), None);
    }
}
