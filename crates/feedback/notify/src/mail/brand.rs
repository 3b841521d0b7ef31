//! The brand of the programme in its mails.
//!
//! The logo is a part of the mail. A linked picture would be hidden by the mail programs that load
//! nothing without being asked, missing if the server is not public, and a sign that a mail was read.

use feedback_core::command_context::CommandContext;
use feedback_core::stored_picture::LastPicture;
use feedback_model::accent::{Colour, Theme, mail_button};
use letters::{ButtonColours, LOGO_ID, Logo, Programme};
use parse_engine::Error;
use parse_engine::mail::InlinePicture;

/// The parts of the brand that are outside the text of a mail.
#[derive(Debug, Default)]
pub(super) struct MailBrand {
    /// The display name of the sender, if an administrator has set one.
    pub(super) sender_name: Option<String>,
    /// The logo.
    pub(super) logo: Option<InlinePicture>,
}

/// The programme as the sender of mails.
pub(super) async fn read(ctx: &CommandContext) -> Result<(Programme, MailBrand), Error> {
    let settings = ctx.settings().await?;
    let logo = match settings.filled_text("brand.logo") {
        Some(name) => ctx.slot::<LastPicture>().read(ctx.cx().db(), &name).await?,
        None => None,
    };
    let accent = Colour::parse(&settings.text("brand.accent"));
    let programme = Programme {
        name: settings.text("product.name"),
        site: ctx.app_url().to_owned(),
        logo: if logo.is_some() { Logo::Attached } else { Logo::Mark },
        button: accent.map(colours),
    };
    let logo = logo.map(|logo| InlinePicture { content_id: LOGO_ID, png: logo.png().to_vec() });
    Ok((programme, MailBrand { sender_name: settings.filled_text("mail.senderName"), logo }))
}

fn colours(accent: Colour) -> ButtonColours {
    let of = |theme| {
        let button = mail_button(accent, theme);
        [button.fill.to_string(), button.on_fill.to_string()]
    };
    ButtonColours { light: of(Theme::Light), dark: of(Theme::Dark) }
}
