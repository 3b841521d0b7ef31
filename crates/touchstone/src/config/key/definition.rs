//! What a setting is.

/// One setting.
#[derive(Debug)]
pub struct Key {
    /// Its name in the file. The environment variable is [`Key::variable`].
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
    /// The value that means no limit and can also be written `unlimited`; empty if that is not
    /// setting it.
    pub unlimited: Option<&'static str>,
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

    /// Whether its value may instead be in a file of its own, which `<name>_file` names.
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

    /// The values it accepts.
    pub fn accepted(&self) -> String {
        match self.unlimited {
            Some(_) => format!("{}, or unlimited", self.expects),
            None => self.expects.to_owned(),
        }
    }

    /// A value as it is shown: no limit is `unlimited`.
    pub fn shown<'a>(&self, value: &'a str) -> &'a str {
        if !value.is_empty() && self.unlimited == Some(value) { UNLIMITED } else { value }
    }

    /// The default in a profile.
    pub fn default_in(&self, is_product: bool) -> Option<&'static str> {
        if is_product { self.product_default.or(self.default) } else { self.default }
    }
}

/// What all environment variables of this server begin with.
pub const PREFIX: &str = "TOUCHSTONE_";

/// The value that says that there is no limit.
pub(crate) const UNLIMITED: &str = "unlimited";

pub(super) const MILLISECONDS: &str =
    "a duration such as 500ms or 5s, at most 1d; a plain number is in milliseconds";
pub(super) const SECONDS: &str = "a duration such as 90s or 30d; a plain number is in seconds";
pub(super) const HOUR: &str = "a duration such as 10s, at most 1h; a plain number is in seconds";
pub(super) const BYTES: &str = "a size such as 512KiB or 20MiB; a plain number is in bytes";
pub(super) const COUNT: &str = "a whole number";
pub(super) const FLAG: &str = "true or false";
pub(super) const KEY: &str = "text without blanks at either end";
pub(super) const NETWORKS: &str = "addresses or networks such as 10.0.0.0/8, separated by commas";

pub(super) const fn open(
    name: &'static str,
    default: Option<&'static str>,
    expects: &'static str,
    meaning: &'static str,
) -> Key {
    Key {
        name,
        default,
        product_default: None,
        expects,
        meaning,
        secrecy: Secrecy::Open,
        unlimited: None,
    }
}

/// The same with `unlimited` for a value, which the server otherwise reads as `text`.
pub(super) const fn with_unlimited(key: Key, text: &'static str) -> Key {
    Key { unlimited: Some(text), ..key }
}

pub(super) const fn secret(name: &'static str, meaning: &'static str) -> Key {
    Key {
        name,
        default: None,
        product_default: None,
        expects: KEY,
        meaning,
        secrecy: Secrecy::Secret,
        unlimited: None,
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
        unlimited: None,
    }
}
