//! Eight weeks of a beta: who reports what, what becomes of it, and when.
//!
//! Every decision is made by the product's own rules, so that a story cannot hold what a programme
//! could not; only the choices are chance.

mod crowd;
mod decision;
mod evidence;
mod fix;

use feedback_model::text::Body;
use feedback_model::triage::{self, TriageCommand};
use feedback_model::{
    Actor, IssueId, IssueState, Kind, Member, Origin, Severity, Timestamp, Trust, UserId,
    Visibility, merge,
};

use super::issue_history::{HistoryStep, IssueHistory, MergedDuplicate, hours};
use super::participants::{Participants, WEEKS};
use super::report;
use super::seeded_rng::SeededRng;
use super::size::Size;
use super::trust_record::Record;

/// A story and what it says about people.
pub(super) struct Story {
    /// What became of each report, in the order in which they came.
    pub(super) issue_histories: Vec<IssueHistory>,
    /// What the programme thinks of each tester.
    pub(super) records: Vec<Record>,
}

/// Of how many of the last confirmed issues a new report may be a duplicate.
const FRESH: usize = 120;

/// Tells it.
pub(super) fn generate(participants: &Participants, size: &Size, seed: u64) -> Story {
    let mut generator = StoryGenerator {
        participants,
        rng: SeededRng::of(seed, "story"),
        issue_histories: Vec::new(),
    };
    let mut confirmed: Vec<usize> = Vec::new();
    for (place, at) in
        times(participants, size.issues, &mut SeededRng::of(seed, "times")).enumerate()
    {
        let root = match confirmed.len().min(FRESH) {
            0 => None,
            fresh if generator.rng.happens(24) => {
                Some(confirmed[confirmed.len() - 1 - generator.rng.favoured(fresh)])
            }
            _ => None,
        };
        let mut history = generator.begin(root, at);
        match root {
            Some(root) if generator.merge(root, place, &mut history) => {}
            _ => generator.decide(&mut history),
        }
        if history.state.confirmed_at.is_some() && history.state.visibility == Visibility::Programme
        {
            confirmed.push(place);
        }
        generator.issue_histories.push(history);
    }
    let records = super::trust_record::records(participants, &generator.issue_histories);
    generator.fix(&records);
    generator.vote(size.votes);
    generator.meet_fixed();
    generator.talk(size.comments);
    generator.show(seed);
    Story { issue_histories: generator.issue_histories, records }
}

struct StoryGenerator<'a> {
    participants: &'a Participants,
    rng: SeededRng,
    issue_histories: Vec<IssueHistory>,
}

/// Reports come in waves: more after each release, fewer at night.
fn times(
    participants: &Participants,
    count: usize,
    rng: &mut SeededRng,
) -> impl Iterator<Item = Timestamp> {
    let whole = i64::from(WEEKS) * 7 * 24;
    let mut times: Vec<Timestamp> = Vec::with_capacity(count);
    while times.len() < count {
        let hour = rng.between(0, whole - 1);
        let at = Timestamp(participants.begin.0 + hour * 3_600_000 + rng.between(0, 3_599_999));
        let since_release = at.0 - participants.newest(at).at.0;
        let of_day = (at.0 / 3_600_000) % 24;
        let fresh = if since_release < 48 * 3_600_000 { 100 } else { 55 };
        let awake = if (5..23).contains(&of_day) { 100 } else { 30 };
        if rng.below(10_000) < fresh * awake {
            times.push(at);
        }
    }
    times.sort_unstable();
    times.into_iter()
}

impl StoryGenerator<'_> {
    /// A user reports something: something new, or what a root is about.
    fn begin(&mut self, root: Option<usize>, at: Timestamp) -> IssueHistory {
        let rng = &mut self.rng;
        let fault = match root {
            Some(root) => self.issue_histories[root].fault,
            None => rng.at(report::faults()),
        };
        let words = rng.seed();
        let report = report::write(fault, &mut SeededRng::of(words, "report"));
        let reporter = self.participants.any_tester(at, rng);
        let user = self.participants.testers[reporter].clone();
        let kind = Kind::parse(report.kind).unwrap_or(Kind::Bug);
        let claimed = Severity::parse(report.severity).filter(|_| kind.has_severity());
        let is_private = root.is_none() && claimed == Some(Severity::S1) && rng.happens(25);
        let visibility = if is_private { Visibility::Private } else { Visibility::Programme };
        let origin = Origin {
            id: IssueId::from(rng.id()),
            kind,
            reporter: user.clone(),
            build: self.participants.newest(at).build.clone(),
            submitted_at: at,
        };
        let steps = submitted(&origin, visibility, &report.body, user);
        IssueHistory {
            reporter,
            fault,
            words,
            claimed,
            is_thorough: report.is_thorough,
            state: IssueState::submitted(origin, visibility),
            close_reason: None,
            steps,
            merged: None,
            duplicates: Vec::new(),
            votes: Vec::new(),
            said: Vec::new(),
            tried: Vec::new(),
            shown: Vec::new(),
            back_by: None,
            assignee: None,
            cycle: 0,
        }
    }

    /// An administrator, as rules see them.
    fn administrator(&mut self) -> Actor {
        Actor::Member(Member::admin(self.participants.administrator(&mut self.rng).clone()))
    }

    /// An administrator sees that a report is about what is known already. Often a tester said so
    /// before.
    fn merge(&mut self, root: usize, place: usize, history: &mut IssueHistory) -> bool {
        let at = hours(history.submitted_at(), &mut self.rng, 1, 40);
        if history.reporter == self.issue_histories[root].reporter {
            return false;
        }
        let Ok(plan) = merge::plan(&history.state, &[], false, &self.issue_histories[root].state)
        else {
            return false;
        };
        let actor = self.administrator();
        if !history.act(self.participants, &actor, at, &TriageCommand::Merge(plan)) {
            return false;
        }
        let proposer = self.participants.any_tester(at, &mut self.rng);
        let said_at =
            Timestamp(at.0 - self.rng.between(1, (at.0 - history.submitted_at().0).max(2) - 1));
        let is_other =
            proposer != history.reporter && self.participants.joined_at(proposer) < said_at;
        let proposed = (is_other && self.rng.happens(45)).then_some((proposer, said_at));
        let by = actor.user().cloned().unwrap_or_else(|| UserId::from(""));
        history.merged = Some(MergedDuplicate { root, at, by, proposed });
        self.issue_histories[root].duplicates.push(place);
        true
    }
}

fn submitted(
    origin: &Origin,
    visibility: Visibility,
    body: &str,
    user: UserId,
) -> Vec<HistoryStep> {
    let actor = Actor::Member(Member::tester(user, Trust::New));
    let events = Body::parse(body).and_then(|body| {
        let report =
            triage::Report { origin: origin.clone(), visibility, body, has_evidence: false };
        triage::submit(&report, &actor).map(|decision| decision.events)
    });
    vec![HistoryStep {
        at: origin.submitted_at,
        actor: actor.user().cloned(),
        events: events.unwrap_or_default(),
        is_activity: true,
        owes: None,
    }]
}
