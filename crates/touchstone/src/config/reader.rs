//! Reads values by name, and says of every wrong one what to do about it.

use std::time::Duration;

use super::key::Secrecy;
use super::lookup::Origin;
use super::source::ResolvedSettings;
use super::unit::{Unit, duration};

/// Reads values by name and gathers what is wrong with them.
pub(super) struct Reader<'a> {
    pub(super) resolved: &'a ResolvedSettings,
    pub(super) problems: Vec<String>,
}

impl Reader<'_> {
    pub(super) fn value<T>(
        &mut self,
        name: &str,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Option<T> {
        let setting = self.resolved.setting(name);
        let text = setting.text.as_deref()?;
        let value = parse(text);
        if value.is_none() {
            let shown = match setting.key.secrecy {
                Secrecy::Open => format!("{text:?}"),
                Secrecy::Address | Secrecy::Secret => setting.display(),
            };
            self.problems.push(format!(
                "{name} is {shown} (from: {}); expected {}. Set {} or `{name}` in the settings file.",
                setting.origin,
                setting.key.accepted(),
                setting.key.variable(),
            ));
        }
        value
    }

    pub(super) fn required(&mut self, name: &str, advice: &str) -> String {
        let value = self.value(name, word);
        let setting = self.resolved.setting(name);
        // A problem with a file that was named for it is reported already.
        if setting.text.is_none() && !matches!(setting.origin, Origin::OwnFile(_)) {
            let key = self.resolved.setting(name).key;
            self.problems.push(format!(
                "{name} is not set; expected {}. Set {} or `{name}` in the settings file{advice}.",
                key.expects,
                key.variable(),
            ));
        }
        value.unwrap_or_default()
    }

    pub(super) fn flag(&mut self, name: &str) -> bool {
        self.value(name, flag).unwrap_or_default()
    }

    pub(super) fn whole<N: TryFrom<u64>>(
        &mut self,
        name: &str,
        least: u64,
        most: u64,
    ) -> Option<N> {
        self.value(name, |text| {
            let number = text.parse().ok().filter(|number| (least..=most).contains(number))?;
            N::try_from(number).ok()
        })
    }

    /// A duration as a number of units, at least and at most so many.
    pub(super) fn duration<N: TryFrom<u64>>(
        &mut self,
        name: &str,
        unit: Unit,
        least: u64,
        most: u64,
    ) -> Option<N> {
        self.value(name, |text| {
            let number = duration(text, unit).filter(|number| (least..=most).contains(number))?;
            N::try_from(number).ok()
        })
    }

    /// A duration of at most a day.
    pub(super) fn milliseconds(&mut self, name: &str) -> Duration {
        let number = self.duration(name, Unit::Milliseconds, 0, 86_400_000);
        Duration::from_millis(number.unwrap_or_default())
    }

    /// A duration of at most an hour.
    pub(super) fn seconds(&mut self, name: &str) -> Duration {
        Duration::from_secs(self.duration(name, Unit::Seconds, 0, 3600).unwrap_or_default())
    }

    pub(super) fn list(&mut self, name: &str) -> Vec<String> {
        self.value(name, |text| {
            let items = text.split(',').map(|item| item.trim().to_owned());
            Some(items.filter(|item| !item.is_empty()).collect())
        })
        .unwrap_or_default()
    }
}

pub(super) fn word(text: &str) -> Option<String> {
    (!text.is_empty() && text.trim() == text).then(|| text.to_owned())
}

/// A text that fits a header and the subject of a mail.
pub(super) fn one_line(text: &str) -> Option<String> {
    let is_usable = !text.trim().is_empty() && !text.chars().any(char::is_control);
    is_usable.then(|| text.to_owned())
}

pub(super) fn flag(text: &str) -> Option<bool> {
    match text {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }
}

pub(super) fn mount_path(text: &str) -> Option<String> {
    let path = text.trim_end_matches('/');
    (text.starts_with('/') && !path.contains(['?', '#', ' '])).then(|| path.to_owned())
}

pub(super) fn url(text: &str) -> Option<String> {
    let rest = text.strip_prefix("http://").or_else(|| text.strip_prefix("https://"))?;
    let is_usable = !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_graphic());
    is_usable.then(|| text.trim_end_matches('/').to_owned())
}

/// The origin of an address.
pub(super) fn origin_of(address: &str) -> Option<String> {
    let (scheme, rest) = address.split_once("://")?;
    let host = rest.split('/').next().filter(|host| !host.is_empty())?;
    Some(format!("{scheme}://{host}"))
}
