mod guard;
mod table;
mod walk;

use crate::actor::{Actor, Member};
use crate::build::{Build, Channel};
use crate::fix_check::Proof;
use crate::issue::{IssueState, Origin};
use crate::kind::Kind;
use crate::merge::{Merge, plan};
use crate::role::AccountStatus;
use crate::severity::Severity;
use crate::stage::{Active, Closure, Stage};
use crate::status::Resolution;
use crate::text::{PublicReason, Question};
use crate::timestamp::Timestamp;
use crate::triage::TriageCommand;
use crate::trust::Trust;
use crate::visibility::Visibility;

fn build(ordinal: u32) -> Build {
    Build { id: format!("build{ordinal}").into(), channel: Channel::Web, ordinal }
}

fn issue(id: &str) -> IssueState {
    let origin = Origin {
        id: id.into(),
        kind: Kind::Bug,
        reporter: "reporter".into(),
        build: build(3),
        submitted_at: Timestamp(0),
    };
    IssueState::submitted(origin, Visibility::Programme)
}

fn merge_into(source: &IssueState, target: &str) -> Merge {
    plan(source, &[], false, &issue(target)).unwrap()
}

fn duplicate(mut state: IssueState, of: &str, before: Active) -> IssueState {
    state.stage = Stage::Closed(Closure::Duplicate { of: of.into(), before });
    state
}

fn admin() -> Actor {
    Actor::Member(Member::admin("admin"))
}

fn reporter() -> Actor {
    Actor::Member(Member::tester("reporter", Trust::New))
}

fn other() -> Actor {
    Actor::Member(Member::tester("other", Trust::Expert))
}

fn with_status(user: &str, status: AccountStatus) -> Actor {
    Actor::Member(Member { status, ..Member::tester(user, Trust::Expert) })
}

fn close_as(resolution: Resolution) -> TriageCommand {
    let reason = PublicReason::parse("We looked at it for a long while.").unwrap();
    TriageCommand::Close { resolution, reason, is_spam_confirmed: true }
}

fn ask() -> TriageCommand {
    TriageCommand::AskInfo(Question::parse("Which wallet was it?").unwrap())
}

fn accept() -> TriageCommand {
    TriageCommand::Accept { severity: Some(Severity::S2), quality: None }
}

fn mark_fixed(ordinal: u32) -> TriageCommand {
    TriageCommand::MarkFixed { build: build(ordinal), is_active: true }
}

fn still_broken(ordinal: u32, proof: Proof) -> TriageCommand {
    TriageCommand::StillBroken { build: build(ordinal), proof }
}

fn reopen() -> TriageCommand {
    TriageCommand::Reopen { has_evidence: false, comment_chars: 50 }
}
