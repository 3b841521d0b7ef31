//! `touchstone mail`: tries whether mail can be sent.

use clap::Subcommand;
use outbound::mail::SmtpMailer;

use super::{Outcome, print};
use crate::config::Config;

/// The commands for mail.
#[derive(Debug, Subcommand)]
pub(super) enum Mail {
    /// Send a test mail and print the response of the mail server.
    #[command(after_help = examples!(
        "touchstone mail test ada@example.org",
        "touchstone mail test ada@example.org --dry-run"
    ))]
    Test {
        /// The e-mail address to send to.
        address: String,
        /// Sign in to the mail server and send nothing.
        #[arg(long)]
        dry_run: bool,
    },
}

/// Carries the command out.
pub(super) async fn execute(config: Config, command: Mail) -> Result<Outcome, String> {
    let Mail::Test { address, dry_run } = command;
    let Some(smtp) = &config.smtp else {
        return Err("no mail is sent: set smtp_url and mail_from".to_owned());
    };
    outbound::tls::install();
    let mailer =
        SmtpMailer::new(smtp).ok_or("invalid smtp_url: run `touchstone config show smtp_url`")?;
    if dry_run {
        mailer.greet().await?;
        eprintln!("the mail server accepts the sign-in; nothing was sent");
        return Ok(Outcome::Done);
    }
    let name = config.pages.app_name.as_deref().unwrap_or("Touchstone");
    let answer = mailer.send_test(&address, name).await?;
    print(&format!("{answer}\n"))?;
    eprintln!("the mail server has accepted a mail to {address}; check that it arrives");
    Ok(Outcome::Done)
}
