//! The rules of the feedback product: the states of an issue, who may change them, rewards, and
//! ranks.
//!
//! Everything here is a pure function over plain values. Time, calendar, settings and randomness
//! are arguments, so that every rule can be tested without a database.
//!
//! This crate must never know HTTP, SQL, async or the classes that store its values.

pub mod accent;
pub mod actor;
pub mod allowance;
pub mod build;
pub mod caps;
pub mod coverage;
pub mod event;
pub mod evidence;
pub mod explain;
pub mod failure_alarm;
pub mod failure_question;
pub mod fix_check;
pub mod histogram;
pub mod id;
pub mod impact;
pub mod issue;
pub mod issue_event;
mod keyed_enum;
pub mod kind;
pub mod ledger;
pub mod mention;
pub mod merge;
pub mod mission;
pub mod notification;
pub mod payout;
pub mod policy;
pub mod purse;
pub mod quality;
pub mod rate;
pub mod reach;
pub mod refused;
pub mod regression;
pub mod relink;
pub mod report_text;
pub mod risk;
pub mod role;
pub mod rule_key;
pub mod rule_set;
pub mod search;
pub mod season;
pub mod settlement;
pub mod severity;
pub mod stage;
pub mod standing;
pub mod status;
pub mod text;
pub mod timeline;
pub mod timestamp;
pub mod triage;
pub mod trust;
pub mod username;
pub mod visibility;

pub use actor::{Actor, Member};
pub use id::{BuildId, IssueId, PersonId, UserId};
pub use issue::{Change, IssueState, Origin};
pub use kind::Kind;
pub use policy::Policy;
pub use quality::Quality;
pub use refused::{Answer, Refused};
pub use rule_key::RuleKey;
pub use rule_set::RuleSet;
pub use severity::Severity;
pub use stage::Stage;
pub use status::{Resolution, Status};
pub use timestamp::{Day, Span, Timestamp};
pub use triage::{Decision, TriageCommand, decide};
pub use trust::Trust;
pub use visibility::Visibility;
