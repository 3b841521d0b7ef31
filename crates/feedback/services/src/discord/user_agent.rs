//! Who calls Discord.

/// The name without which Discord's shield refuses calls.
pub(super) fn user_agent(site: &str) -> String {
    let site: String = site.chars().filter(char::is_ascii_graphic).collect();
    format!("DiscordBot ({site}, {})", env!("CARGO_PKG_VERSION"))
}
