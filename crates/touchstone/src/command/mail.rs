//! `touchstone mail`: whether mail can be sent, tried from a shell.

use clap::Subcommand;
use outbound::mail::SmtpMailer;

use super::{Outcome, print};
use crate::config::Config;

/// What can be done about mail.
#[derive(Debug, Subcommand)]
pub(super) enum Mail {
    /// Send a test mail by the server of smtp_url, and print what that server says.
    Test {
        /// Whom to send it to.
        address: String,
        /// Sign in to the mail server and send nothing.
        #[arg(long)]
        dry_run: bool,
    },
}

/// Does it.
pub(super) async fn execute(config: Config, command: Mail) -> Result<Outcome, String> {
    let Mail::Test { address, dry_run } = command;
    let Some(smtp) = &config.smtp else {
        return Err("no mail is sent: set smtp_url and mail_from".to_owned());
    };
    outbound::tls::install();
    let mailer = SmtpMailer::new(smtp).ok_or("smtp_url cannot be read; see `config --explain`")?;
    if dry_run {
        mailer.greet().await?;
        eprintln!("the mail server lets us in; nothing was sent");
        return Ok(Outcome::Done);
    }
    let name = config.pages.app_name.as_deref().unwrap_or("Touchstone");
    let answer = mailer.send_test(&address, name).await?;
    print(&format!("{answer}\n"))?;
    eprintln!("the mail server has taken a mail to {address}; see whether it arrives");
    Ok(Outcome::Done)
}
