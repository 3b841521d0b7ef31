//! What becomes of one report: every step of it decided by the product's own rules.

use feedback_model::fix_check::Verdict;
use feedback_model::settlement::Cause;
use feedback_model::timeline::{Audience, Event};
use feedback_model::triage::{self, Effect, TriageCommand};
use feedback_model::{
    Actor, IssueState, Policy, Quality, Resolution, Severity, Span, Status, Timestamp, UserId,
};

use super::participants::Participants;
use super::seeded_rng::SeededRng;

/// How long points are provisional; the rules to begin with say so.
const SETTLES: Span = Span::days(7);

/// One thing that happened to an issue.
#[derive(Debug, Clone)]
pub(super) struct HistoryStep {
    pub(super) at: Timestamp,
    /// Who did it; `None` for the programme.
    pub(super) actor: Option<UserId>,
    pub(super) events: Vec<Event>,
    /// Whether others see that something happened.
    pub(super) is_activity: bool,
    /// Why it is asked what is owed, if it is.
    pub(super) owes: Option<PointsEffect>,
}

/// What points look at once a step was taken.
#[derive(Debug, Clone)]
pub(super) struct PointsEffect {
    pub(super) cause: Cause,
    /// Whether a settled purse is shared again.
    pub(super) is_anew: bool,
    pub(super) severity: Option<Severity>,
    pub(super) quality: Quality,
    pub(super) confirmed_at: Option<Timestamp>,
    pub(super) is_settled: bool,
    pub(super) status: Status,
    pub(super) resolution: Option<Resolution>,
}

/// A user of the cast, by their place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum StoryActor {
    Tester(usize),
    Administrator(usize),
}

/// Something said below an issue.
#[derive(Debug, Clone)]
pub(super) struct CommentStory {
    pub(super) by: StoryActor,
    pub(super) at: Timestamp,
    pub(super) words: CommentText,
    /// Which administrator found it helpful, and when.
    pub(super) helped: Option<(usize, Timestamp)>,
}

/// What a user says.
#[derive(Debug, Clone, Copy)]
pub(super) enum CommentText {
    /// What people say, from a seed.
    Talk(u64),
    /// A question to the reporter.
    Question(&'static str),
    /// Something of a user's own.
    Plain(&'static str),
}

/// A user tried the fix.
#[derive(Debug, Clone)]
pub(super) struct FixCheckStory {
    pub(super) tester: usize,
    pub(super) at: Timestamp,
    /// The place of the release.
    pub(super) release: usize,
    pub(super) verdict: Verdict,
    pub(super) is_counted: bool,
    /// When it turned out to be right, if it did and is to be paid.
    pub(super) right_at: Option<Timestamp>,
}

impl FixCheckStory {
    pub(super) fn new(
        tester: usize,
        at: Timestamp,
        release: usize,
        verdict: Verdict,
    ) -> FixCheckStory {
        FixCheckStory { tester, at, release, verdict, is_counted: false, right_at: None }
    }
}

/// How far evidence is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ShownState {
    Decoded,
    Partial,
    Queued,
    Waiting,
    NotFound,
    Failed,
}

impl ShownState {
    /// What is not explained, or not yet.
    pub(super) const UNSETTLED: [ShownState; 4] =
        [ShownState::Waiting, ShownState::NotFound, ShownState::Failed, ShownState::Queued];

    pub(super) fn is_explained(self) -> bool {
        matches!(self, ShownState::Decoded | ShownState::Partial)
    }

    pub(super) fn key(self) -> &'static str {
        match self {
            ShownState::Decoded => "decoded",
            ShownState::Partial => "partial",
            ShownState::Queued => "queued",
            ShownState::Waiting => "waiting",
            ShownState::NotFound => "not_found",
            ShownState::Failed => "failed",
        }
    }
}

/// A user showed what they met.
#[derive(Debug, Clone)]
pub(super) struct EvidenceStory {
    pub(super) tester: usize,
    pub(super) at: Timestamp,
    /// The place of the vote it came with; without one it came with the report.
    pub(super) vote: Option<usize>,
    /// The index of the failure in its list; `None` if the swap succeeded, which is shown too.
    pub(super) failure: Option<usize>,
    /// The places of the network and of the kind of wallet in their lists.
    pub(super) network: usize,
    pub(super) wallet: usize,
    /// The place of the release.
    pub(super) release: usize,
    pub(super) state: ShownState,
    pub(super) is_own: bool,
    pub(super) is_shared: bool,
    /// Whether it was the first proof from a network and a kind of wallet, and is to be paid.
    pub(super) covers: bool,
    /// The seed of its numbers and addresses.
    pub(super) words: u64,
}

impl EvidenceStory {
    /// Whether it proves something for who showed it.
    pub(super) fn is_proof(&self) -> bool {
        self.is_own && self.state.is_explained()
    }
}

/// A duplicate on its way to its root.
#[derive(Debug, Clone)]
pub(super) struct MergedDuplicate {
    pub(super) root: usize,
    pub(super) at: Timestamp,
    pub(super) by: UserId,
    /// Who had said so before, and when.
    pub(super) proposed: Option<(usize, Timestamp)>,
}

/// What became of one report.
#[derive(Debug, Clone)]
pub(super) struct IssueHistory {
    pub(super) reporter: usize,
    /// What it is about, and the seed of the words: texts are written when they are needed.
    pub(super) fault: usize,
    pub(super) words: u64,
    pub(super) claimed: Option<Severity>,
    pub(super) is_thorough: bool,
    pub(super) state: IssueState,
    pub(super) close_reason: Option<&'static str>,
    pub(super) steps: Vec<HistoryStep>,
    pub(super) merged: Option<MergedDuplicate>,
    /// The places of its duplicates, in the order in which they were merged.
    pub(super) duplicates: Vec<usize>,
    /// Testers it also happens to, with the moment.
    pub(super) votes: Vec<(usize, Timestamp)>,
    pub(super) said: Vec<CommentStory>,
    pub(super) tried: Vec<FixCheckStory>,
    /// What people show for it.
    pub(super) shown: Vec<EvidenceStory>,
    /// Who found that it is back, by evidence.
    pub(super) back_by: Option<usize>,
    pub(super) assignee: Option<usize>,
    /// How often its points were recomputed; the ledger has it.
    pub(super) cycle: u32,
}

/// How the programme of the demo waits for people.
pub(super) fn policy() -> Policy {
    // The networks of a demo have no watchers, so a quorum that asks for evidence could never be
    // met.
    Policy { fix_check_needs_evidence: false, ..Policy::default() }
}

/// A moment some hours later.
pub(super) fn hours(at: Timestamp, rng: &mut SeededRng, least: i64, most: i64) -> Timestamp {
    Timestamp(at.0 + rng.between(least * 3_600_000, most * 3_600_000))
}

impl IssueHistory {
    pub(super) fn submitted_at(&self) -> Timestamp {
        self.state.origin.submitted_at
    }

    /// When something last happened to it.
    pub(super) fn last_at(&self) -> Timestamp {
        self.steps.last().map_or(self.submitted_at(), |step| step.at)
    }

    pub(super) fn status(&self) -> Status {
        self.state.stage.status()
    }

    /// One command at one moment. What lies in the future or is not allowed does not happen.
    pub(super) fn act(
        &mut self,
        participants: &Participants,
        actor: &Actor,
        at: Timestamp,
        command: &TriageCommand,
    ) -> bool {
        if at > participants.end || at < self.last_at() {
            return false;
        }
        let Ok(decision) = triage::decide(&self.state, actor, command, at, &policy()) else {
            return false;
        };
        self.state = decision.state;
        let is_public = decision.events.iter().any(|event| event.audience == Audience::All);
        let owes = decision.effects.contains(&Effect::Points).then(|| self.owes(command));
        self.steps.push(HistoryStep {
            at,
            actor: actor.user().cloned(),
            events: decision.events,
            is_activity: is_public && !matches!(command, TriageCommand::Settle),
            owes,
        });
        true
    }

    fn owes(&self, command: &TriageCommand) -> PointsEffect {
        let state = &self.state;
        let cause = match command {
            TriageCommand::SetSeverity(severity) => {
                Cause::Change(format!("it was regraded to {}", severity.word()))
            }
            TriageCommand::SetQuality(quality) => {
                Cause::Change(format!("its quality was changed to {}", quality.key()))
            }
            _ => Cause::Progress,
        };
        PointsEffect {
            cause,
            is_anew: false,
            severity: state.severity,
            quality: state.quality,
            confirmed_at: state.confirmed_at,
            is_settled: state.settled_at.is_some(),
            status: state.stage.status(),
            resolution: state.stage.resolution(),
        }
    }

    /// Makes the points final that are due before a moment.
    pub(super) fn settle_before(&mut self, participants: &Participants, at: Timestamp) {
        if let (Some(confirmed_at), None) = (self.state.confirmed_at, self.state.settled_at) {
            let due = confirmed_at.after(SETTLES);
            if due <= at {
                self.act(participants, &Actor::System, due, &TriageCommand::Settle);
            }
        }
    }
}
