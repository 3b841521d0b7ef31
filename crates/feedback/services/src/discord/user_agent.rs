//! The user agent of calls to Discord.

/// The user agent, without which Discord's proxy refuses calls.
pub(super) fn user_agent(site: &str) -> String {
    let site: String = site.chars().filter(char::is_ascii_graphic).collect();
    format!("DiscordBot ({site}, {})", env!("CARGO_PKG_VERSION"))
}
