//! Where the product joins the server.

use parse_engine::Extension;

use crate::config::Config;

/// What the server brings: the product in its own profile, nothing for somebody else's application.
pub fn extension(config: &Config) -> Extension {
    if config.is_product { feedback::extension(&config.programme) } else { Extension::default() }
}
