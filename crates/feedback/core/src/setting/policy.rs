//! The settings of triage.

use feedback_model::Policy;

use super::Settings;

impl Settings {
    /// The value of a key that holds a whole number.
    pub fn whole(&self, key: &str) -> u32 {
        let whole = self.value(key).as_u64().and_then(|whole| u32::try_from(whole).ok());
        whole.unwrap_or_default()
    }

    /// The deadlines of triage, and how many testers are asked.
    pub fn policy(&self) -> Policy {
        Policy {
            needs_info_days: self.whole("issue.needsInfoDays"),
            reopen_days: self.whole("issue.reopenDays"),
            undo_seconds: self.whole("issue.undoSeconds"),
            fix_check_days: self.whole("fixcheck.days"),
            fix_check_quorum: self.whole("fixcheck.quorum"),
            // Without a network, a quorum that needs evidence could never be met.
            fix_check_needs_evidence: self.has_network(),
            ..Policy::default()
        }
    }

    /// Whether this area exists.
    pub fn has_area(&self, key: &str) -> bool {
        self.area_keys().iter().any(|known| known == key)
    }

    /// The keys of all areas.
    pub fn area_keys(&self) -> Vec<String> {
        let areas = self.value("areas");
        let keys = areas.as_array().into_iter().flatten().map(|area| area["key"].as_str());
        keys.flatten().map(str::to_owned).collect()
    }
}
