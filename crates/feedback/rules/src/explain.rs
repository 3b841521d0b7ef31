//! Explains the amount of a ledger entry: a template, and the numbers from which the amount
//! follows.
//!
//! Anyone can recompute the amount. The ledger check rejects an entry whose explanation leads to
//! another amount.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::keyed_enum::keyed_enum;
use crate::mission::submission::part;
use crate::purse::{finder_now, share, times};
use crate::timestamp::Timestamp;

keyed_enum! {
    /// The kind of explanation.
    pub enum Template {
        /// The finder's share on confirmation.
        FinderNow = "finder_now",
        /// The finder's remaining or total share.
        FinderShare = "finder_share",
        /// A co-finder's share.
        CoFinderShare = "co_finder_share",
        /// A fixed number of points.
        Fixed = "fixed",
        /// A part of a reward pool.
        PartOfPurse = "part_of_purse",
        /// A reversed entry.
        Reversed = "reversed",
        /// Deducted points.
        Penalty = "penalty",
        /// A decision of an administrator.
        ByHand = "by_hand",
        /// A completed mission.
        Mission = "mission",
        /// A mission that an issue blocks.
        MissionPart = "mission_part",
    }
}

/// A template with its values.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Explain {
    /// The template.
    pub template: Template,
    /// The numbers, by name.
    #[serde(default)]
    pub numbers: BTreeMap<String, i64>,
    /// The words, by name.
    #[serde(default)]
    pub words: BTreeMap<String, String>,
    /// Whether the words were erased. The rest does not match the hash then.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub erased: bool,
}

/// The facts of a reward pool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PurseFacts {
    /// The issue number of the root.
    pub issue: u32,
    /// Its grade, such as `Major`.
    pub grade: String,
    /// The points of that grade.
    pub base: u32,
    /// The quality factor.
    pub quality_bps: u32,
    /// The grade letter of the quality.
    pub quality: &'static str,
}

impl Explain {
    fn new(template: Template) -> Explain {
        Explain { template, numbers: BTreeMap::new(), words: BTreeMap::new(), erased: false }
    }

    fn number(mut self, name: &str, number: impl Into<i64>) -> Explain {
        self.numbers.insert(name.to_owned(), number.into());
        self
    }

    fn word(mut self, name: &str, word: impl Into<String>) -> Explain {
        self.words.insert(name.to_owned(), word.into());
        self
    }

    fn purse(template: Template, facts: &PurseFacts) -> Explain {
        Explain::new(template)
            .number("issue", facts.issue)
            .number("base", facts.base)
            .number("qualityBps", facts.quality_bps)
            .word("grade", facts.grade.clone())
            .word("quality", facts.quality)
    }

    /// The finder's share on confirmation, provisional until the given day.
    pub fn finder_now(facts: &PurseFacts, until: Timestamp) -> Explain {
        Explain::purse(Template::FinderNow, facts).number("until", until.0)
    }

    /// The finder's remaining share: the pool without the shares of others and what was paid
    /// already.
    pub fn finder_share(facts: &PurseFacts, given: i64, held: i64) -> Explain {
        Explain::purse(Template::FinderShare, facts).number("given", given).number("held", held)
    }

    /// The remaining share of a co-finder, by position.
    pub fn co_finder_share(facts: &PurseFacts, place: u32, bps: u32, held: i64) -> Explain {
        Explain::purse(Template::CoFinderShare, facts)
            .number("place", place)
            .number("shareBps", bps)
            .number("held", held)
    }

    /// A fixed number of points for a contribution to an issue.
    pub fn fixed(points: u32, issue: u32, what: impl Into<String>) -> Explain {
        Explain::new(Template::Fixed)
            .number("points", points)
            .number("issue", issue)
            .word("what", what)
    }

    /// A part of the pool, rounded down.
    pub fn part_of_purse(facts: &PurseFacts, bps: u32, what: impl Into<String>) -> Explain {
        Explain::purse(Template::PartOfPurse, facts).number("shareBps", bps).word("what", what)
    }

    /// A reversed entry.
    pub fn reversed(amount: i64, seq: u64, why: impl Into<String>) -> Explain {
        Explain::new(Template::Reversed)
            .number("original", amount)
            .number("entry", i64::try_from(seq).unwrap_or(i64::MAX))
            .word("why", why)
    }

    /// A penalty.
    pub fn penalty(points: u32, why: impl Into<String>) -> Explain {
        Explain::new(Template::Penalty).number("points", points).word("why", why)
    }

    /// Points that an administrator gave or deducted.
    pub fn by_hand(amount: i64, why: impl Into<String>) -> Explain {
        Explain::new(Template::ByHand).number("points", amount).word("why", why)
    }

    /// The points of a mission, without earlier payments.
    pub fn mission(points: u32, held: u32, title: impl Into<String>) -> Explain {
        Explain::new(Template::Mission)
            .number("points", points)
            .number("held", held)
            .word("mission", title)
    }

    /// A part of a mission's points, because an issue blocks it.
    pub fn mission_part(points: u32, bps: u32, issue: u32, title: impl Into<String>) -> Explain {
        Explain::new(Template::MissionPart)
            .number("points", points)
            .number("shareBps", bps)
            .number("issue", issue)
            .word("mission", title)
    }

    fn get(&self, name: &str) -> Option<i64> {
        self.numbers.get(name).copied()
    }

    fn get_small(&self, name: &str) -> Option<u32> {
        u32::try_from(self.get(name)?).ok()
    }

    fn purse_amount(&self) -> Option<i64> {
        Some(times(self.get_small("base")?, self.get_small("qualityBps")?))
    }

    /// The amount that follows from the numbers. `None` if one is missing.
    pub fn amount(&self) -> Option<i64> {
        match self.template {
            Template::FinderNow => Some(finder_now(self.purse_amount()?)),
            Template::FinderShare => {
                self.purse_amount()?.checked_sub(self.get("given")?)?.checked_sub(self.get("held")?)
            }
            Template::CoFinderShare => share(self.purse_amount()?, self.get_small("shareBps")?)
                .checked_sub(self.get("held")?),
            Template::PartOfPurse => Some(share(self.purse_amount()?, self.get_small("shareBps")?)),
            Template::Fixed => self.get_small("points").map(i64::from),
            Template::Reversed => self.get("original")?.checked_neg(),
            Template::Penalty => self.get_small("points").map(|points| -i64::from(points)),
            Template::ByHand => self.get("points"),
            Template::Mission => self.get("points")?.checked_sub(self.get("held")?),
            Template::MissionPart => {
                let points = part(self.get_small("points")?, self.get_small("shareBps")?);
                Some(i64::from(points))
            }
        }
    }

    /// The explanation as a sentence.
    pub fn sentence(&self) -> String {
        let number = |name| self.get(name).unwrap_or_default();
        let word = |name| self.words.get(name).map_or("", String::as_str);
        let amount = signed(self.amount().unwrap_or_default());
        let issue = number("issue");
        match self.template {
            Template::FinderNow => {
                let until = Timestamp(number("until")).day_in_words();
                let until = until.map_or_else(String::new, |day| format!(" until {day}"));
                let sum = self.purse_in_words();
                format!("Report #{issue} {sum}. Finder's 60 % now: {amount} (provisional{until}).")
            }
            Template::FinderShare => {
                let (given, held) = (number("given"), number("held"));
                let others = match given {
                    0 => "no co-finders".to_owned(),
                    given => format!("co-finders have {given}"),
                };
                let what = if held == 0 { "your part" } else { "the rest of the reward pool" };
                let sum = self.purse_in_words();
                format!("Settled #{issue}, {sum}: {others}, {what}: {amount}.")
            }
            Template::CoFinderShare => {
                let (place, share) = (number("place"), percent(number("shareBps")));
                let sum = self.purse_in_words();
                format!(
                    "Settled #{issue}, {sum}: you were number {place} to find it, {share} of the reward pool: {amount}."
                )
            }
            Template::PartOfPurse => {
                let (sum, share) = (self.purse_in_words(), percent(number("shareBps")));
                format!("{} #{issue}, {sum}: {share} of it: {amount}.", word("what"))
            }
            Template::Fixed => format!("{} #{issue}: {amount}.", word("what")),
            Template::Reversed => {
                let (original, entry) = (signed(number("original")), number("entry"));
                format!("Reversed {original} (entry {entry}): {}", word("why"))
            }
            Template::Penalty | Template::ByHand => format!("{amount}: {}", word("why")),
            Template::Mission => match number("held") {
                0 => format!("Mission \"{}\" done: {amount}.", word("mission")),
                held => {
                    format!("Mission \"{}\" done, {held} paid before: {amount}.", word("mission"))
                }
            },
            Template::MissionPart => {
                let (mission, share) = (word("mission"), percent(number("shareBps")));
                format!(
                    "Mission \"{mission}\" stopped by #{issue}, confirmed: {share} of it: {amount}."
                )
            }
        }
    }

    /// Such as `confirmed as Major: 150 × quality A 1.25 = 188`.
    fn purse_in_words(&self) -> String {
        let word = |name| self.words.get(name).map_or("", String::as_str);
        let factor = decimal(self.get("qualityBps").unwrap_or_default(), 10_000);
        let (base, purse) = (self.get("base").unwrap_or_default(), self.purse_amount());
        let (grade, quality, purse) = (word("grade"), word("quality"), purse.unwrap_or_default());
        format!("confirmed as {grade}: {base} × quality {quality} {factor} = {purse}")
    }
}

fn signed(amount: i64) -> String {
    if amount < 0 { format!("−{}", amount.unsigned_abs()) } else { format!("+{amount}") }
}

fn percent(bps: i64) -> String {
    format!("{} %", decimal(bps, 100))
}

/// `value` ÷ `unit` (a power of ten) in decimal, without needless zeros.
fn decimal(value: i64, unit: i64) -> String {
    let (whole, rest) = (value / unit, (value % unit).unsigned_abs());
    if rest == 0 {
        return whole.to_string();
    }
    let digits = unit.to_string().len() - 1;
    let rest = format!("{rest:0digits$}");
    format!("{whole}.{}", rest.trim_end_matches('0'))
}

#[cfg(test)]
mod tests {
    use super::{Explain, PurseFacts};
    use crate::timestamp::Timestamp;

    fn facts() -> PurseFacts {
        PurseFacts {
            issue: 412,
            grade: "Major".to_owned(),
            base: 150,
            quality_bps: 12_500,
            quality: "A",
        }
    }

    #[test]
    fn a_confirmation_is_explained_down_to_the_point() {
        let explain = Explain::finder_now(&facts(), Timestamp(1_763_683_200_000));
        assert_eq!(explain.amount(), Some(113));
        assert_eq!(
            explain.sentence(),
            "Report #412 confirmed as Major: 150 × quality A 1.25 = 188. \
             Finder's 60 % now: +113 (provisional until 21 Nov)."
        );
    }

    #[test]
    fn a_settlement_names_what_others_got() {
        let alone = Explain::finder_share(&facts(), 0, 113);
        assert_eq!(alone.amount(), Some(75));
        assert!(alone.sentence().ends_with("no co-finders, the rest of the reward pool: +75."));
        let shared = Explain::finder_share(&facts(), 55, 113);
        assert_eq!(shared.amount(), Some(20));
        let second = Explain::co_finder_share(&facts(), 5, 125, 0);
        assert_eq!(second.amount(), Some(2));
        assert!(second.sentence().contains("number 5 to find it, 1.25 % of the reward pool: +2."));
    }

    #[test]
    fn what_is_taken_back_or_given_by_hand_says_why() {
        let reversed = Explain::reversed(113, 8841, "#412 was regraded to Minor.");
        assert_eq!(reversed.amount(), Some(-113));
        assert_eq!(reversed.sentence(), "Reversed +113 (entry 8841): #412 was regraded to Minor.");
        assert_eq!(Explain::penalty(20, "spam").amount(), Some(-20));
        assert_eq!(Explain::by_hand(-7, "a mistake").sentence(), "−7: a mistake");
        assert_eq!(Explain::fixed(10, 377, "Fix check on").sentence(), "Fix check on #377: +10.");
    }

    #[test]
    fn a_mission_pays_the_rest_of_what_a_fault_paid_before() {
        let part = Explain::mission_part(15, 5_000, 431, "First swap");
        assert_eq!(part.amount(), Some(7));
        assert_eq!(
            part.sentence(),
            "Mission \"First swap\" stopped by #431, confirmed: 50 % of it: +7."
        );
        assert_eq!(Explain::mission(15, 7, "First swap").amount(), Some(8));
        assert_eq!(
            Explain::mission(15, 0, "First swap").sentence(),
            "Mission \"First swap\" done: +15."
        );
    }

    #[test]
    fn an_explanation_without_its_numbers_leads_to_no_amount() {
        let mut explain = Explain::finder_share(&facts(), 0, 0);
        explain.numbers.remove("given");
        assert_eq!(explain.amount(), None);
    }
}
