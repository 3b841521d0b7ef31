//! The rule sets and seasons.

use feedback_model::rule_set::{Published, in_force};
use feedback_model::season::{Season, SeasonState, is_frozen, season_for};
use feedback_model::{RuleSet, Timestamp};
use parse_engine::Error;
use parse_store::{Access, Db, Sql};
use serde::Deserialize;

use crate::table::rows;

/// Every rule set and every season. There are few, and all rewards depend on them.
#[derive(Debug, Clone)]
pub struct RulesAndSeasons {
    published: Vec<Published>,
    seasons: Vec<Season>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PublishedRow {
    version: u32,
    effective_from: Timestamp,
    rules: RuleSet,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SeasonRow {
    number: u32,
    starts_at: Timestamp,
    ends_at: Timestamp,
    review_days: u32,
    state: SeasonState,
}

#[derive(Default, Deserialize)]
struct BookRow {
    published: Vec<PublishedRow>,
    seasons: Vec<SeasonRow>,
}

impl RulesAndSeasons {
    /// Reads them.
    pub async fn read(db: &Db, access: Access) -> Result<RulesAndSeasons, Error> {
        let sql = Sql::new(
            r#"select jsonb_build_object(
                'published', (select coalesce(jsonb_agg(jsonb_build_object('version', "version", 'rules', "rules",
                        'effectiveFrom', _touchstone.in_millis("effectiveFrom")) order by "version"), '[]')
                    from "RuleSet"),
                'seasons', (select coalesce(jsonb_agg(jsonb_build_object('number', "number", 'state', "state",
                        'reviewDays', "reviewDays", 'startsAt', _touchstone.in_millis("startsAt"),
                        'endsAt', _touchstone.in_millis("endsAt")) order by "number"), '[]')
                    from "Season"))"#,
        );
        let BookRow { published, seasons } =
            rows(db, &sql, access).await?.pop().unwrap_or_default();
        let published = published.into_iter().map(|row| Published {
            version: row.version,
            effective_from: row.effective_from,
            rules: row.rules,
        });
        let seasons = seasons.into_iter().map(|row| Season {
            number: row.number,
            starts_at: row.starts_at,
            ends_at: row.ends_at,
            review_days: row.review_days,
            state: row.state,
        });
        Ok(RulesAndSeasons { published: published.collect(), seasons: seasons.collect() })
    }

    /// The rules in force at a time. The first rule set also applies to all earlier times.
    pub fn rules_at(&self, at: Timestamp) -> Result<&Published, Error> {
        in_force(&self.published, at).ok_or_else(|| Error::Failed {
            doing: "looking for the rules in force",
            source: "there is no rule set".into(),
        })
    }

    /// All rule sets, in order.
    pub fn published(&self) -> &[Published] {
        &self.published
    }

    /// All seasons, in order.
    pub fn seasons(&self) -> &[Season] {
        &self.seasons
    }

    /// A season by its number.
    pub fn season(&self, number: u32) -> Option<&Season> {
        self.seasons.iter().find(|season| season.number == number)
    }

    /// The season that counts the points of something submitted at this time.
    pub fn season_for(&self, submitted_at: Timestamp) -> u32 {
        season_for(&self.seasons, submitted_at)
    }

    /// The season to show by default: the live one, or else the last that began.
    pub fn default_season(&self) -> u32 {
        let live = self.seasons.iter().find(|season| season.state == SeasonState::Live);
        let begun = || self.seasons.iter().rfind(|season| season.state != SeasonState::Draft);
        live.or_else(begun).map_or(feedback_model::season::UNSEASONED, |season| season.number)
    }

    /// Whether entries of a season can no longer be reversed.
    pub fn is_frozen(&self, number: u32) -> bool {
        is_frozen(&self.seasons, number)
    }
}
