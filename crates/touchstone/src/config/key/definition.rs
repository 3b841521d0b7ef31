//! What a setting is.

/// One setting.
#[derive(Debug)]
pub struct Key {
    /// As it stands in the file; the environment variable is [`Key::variable`].
    pub name: &'static str,
    /// Its value in the profile `parse`, written as in the environment; `None` means not set.
    pub default: Option<&'static str>,
    /// Its value in the profile `product`, where that differs.
    pub product_default: Option<&'static str>,
    /// What a value must look like.
    pub expects: &'static str,
    /// What it does.
    pub meaning: &'static str,
    /// How much of its value may be shown.
    pub secrecy: Secrecy,
}

/// How much of a value may be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Secrecy {
    /// All of it.
    Open,
    /// All but the password in the address.
    Address,
    /// Nothing.
    Secret,
}

impl Key {
    /// The environment variable that sets it.
    pub fn variable(&self) -> String {
        format!("{PREFIX}{}", self.name.to_ascii_uppercase())
    }

    /// Whether its value may instead stand in a file of its own, which `<name>_file` names.
    pub fn may_be_in_file(&self) -> bool {
        self.secrecy != Secrecy::Open
    }

    /// The name under which the file is set that holds its value.
    pub fn file_name(&self) -> String {
        format!("{}_file", self.name)
    }

    /// The environment variable that names this file.
    pub fn file_variable(&self) -> String {
        format!("{}_FILE", self.variable())
    }

    /// The default in a profile.
    pub fn default_in(&self, is_product: bool) -> Option<&'static str> {
        if is_product { self.product_default.or(self.default) } else { self.default }
    }
}

/// What all environment variables of this server begin with.
pub const PREFIX: &str = "TOUCHSTONE_";

pub(super) const MILLISECONDS: &str = "milliseconds, at most a day; 0 for no limit";
pub(super) const FLAG: &str = "true or false";
pub(super) const KEY: &str = "text without blanks at either end";
pub(super) const NETWORKS: &str = "addresses or networks such as 10.0.0.0/8, separated by commas";

pub(super) const fn open(
    name: &'static str,
    default: Option<&'static str>,
    expects: &'static str,
    meaning: &'static str,
) -> Key {
    Key { name, default, product_default: None, expects, meaning, secrecy: Secrecy::Open }
}

pub(super) const fn secret(name: &'static str, meaning: &'static str) -> Key {
    Key {
        name,
        default: None,
        product_default: None,
        expects: KEY,
        meaning,
        secrecy: Secrecy::Secret,
    }
}

pub(super) const fn database(name: &'static str, meaning: &'static str) -> Key {
    Key {
        name,
        default: None,
        product_default: None,
        expects: "an address such as postgres://user:password@host:5432/database",
        meaning,
        secrecy: Secrecy::Address,
    }
}
