//! Whether texts of a user are reviewed before other testers see them.

use feedback_model::Trust;
use parse_engine::Error;

use feedback_core::command_context::CommandContext;
use feedback_core::setting::Settings;

/// Whether a text of the user waits for an administrator before other testers see it.
pub(crate) fn is_held_back(ctx: &CommandContext, settings: &Settings) -> Result<bool, Error> {
    let member = ctx.member()?;
    Ok(!member.is_admin
        && match settings.text("access.premoderate").as_str() {
            "always" => true,
            "trust0" => member.trust == Trust::New,
            _ => false,
        })
}
