//! The answers of functions about standings.

use std::collections::BTreeMap;

use feedback_core::answer_shapes;
use parse_model::Json;

answer_shapes! {
    /// A row of the standings.
    pub(crate) StandingRow {
        rank: u32,
        total: i64,
        provisional: i64,
        person: StandingPerson,
        is_me: bool,
        by_rule: BTreeMap<String, i64>,
        change7d: i64,
        high_count: u32,
        accuracy_pct: Option<u32>,
    }
    /// A person. Without a name if they hide it.
    pub(crate) StandingPerson {
        id: Option<String>,
        username: Option<String>,
        hidden: Option<bool>,
        trust_level: Option<u32>,
    }
    /// `standingsTop`.
    pub(crate) StandingsTopAnswer {
        season: u32,
        rule_set_version: u32,
        total: u32,
        as_of: Option<String>,
        rows: Vec<StandingRow>,
        checkpoint: Option<Json>,
        me: Option<StandingRow>,
    }
    /// `standingsAround`.
    pub(crate) StandingsAroundAnswer { rows: Vec<StandingRow>, me: Option<StandingRow>, }
    /// `standingsFind`.
    pub(crate) StandingsFindAnswer { rows: Vec<StandingRow>, }
    /// `myStanding`.
    pub(crate) MyStandingAnswer {
        standing: Option<StandingRow>,
        next_rank: Option<NextRank>,
        eligible: bool,
        held: bool,
        series: Vec<StandingStep>,
    }
    pub(crate) NextRank { rank: u32, points: i64, }
    pub(crate) StandingStep {
        at: String,
        delta: i64,
        total: i64,
        rule: String,
        sentence: Option<String>,
    }
    /// `standingPlots`.
    pub(crate) StandingPlotsAnswer {
        histogram: Vec<HistogramBin>,
        mine: Option<i64>,
        rank_series: Vec<RankOfDay>,
        by_rule_weekly: Vec<RulesOfWeek>,
    }
    pub(crate) HistogramBin { from: i64, to: i64, count: u32, }
    pub(crate) RankOfDay { day: String, rank: u32, }
    pub(crate) RulesOfWeek { week: String, by_rule: BTreeMap<String, i64>, }
}
