//! Eight weeks of a beta: who reports what, what becomes of it, and when.
//!
//! Every decision is made by the product's own rules, so that a story cannot hold what a programme
//! could not; only the choices are chance.

mod crowd;
mod decision;
mod mend;

use feedback_model::text::Body;
use feedback_model::triage::{self, Command};
use feedback_model::{
    Actor, IssueId, IssueState, Kind, Member, Moment, Origin, Severity, Trust, UserId, Visibility,
    merge,
};

use super::cast::{Cast, WEEKS};
use super::chance::Chance;
use super::life::{Life, Merged, Step, hours};
use super::record::Record;
use super::report;
use super::size::Size;

/// A story and what it says about people.
pub(super) struct Story {
    /// What became of each report, in the order in which they came.
    pub(super) lives: Vec<Life>,
    /// What the programme thinks of each tester.
    pub(super) records: Vec<Record>,
}

/// Of how many of the last confirmed issues a new report may be a duplicate.
const FRESH: usize = 120;

/// Tells it.
pub(super) fn tell(cast: &Cast, size: &Size, seed: u64) -> Story {
    let mut teller = Teller { cast, chance: Chance::of(seed, "story"), lives: Vec::new() };
    let mut confirmed: Vec<usize> = Vec::new();
    for (place, at) in times(cast, size.issues, &mut Chance::of(seed, "times")).enumerate() {
        let root = match confirmed.len().min(FRESH) {
            0 => None,
            fresh if teller.chance.happens(24) => {
                Some(confirmed[confirmed.len() - 1 - teller.chance.favoured(fresh)])
            }
            _ => None,
        };
        let mut life = teller.begin(root, at);
        match root {
            Some(root) if teller.merge(root, place, &mut life) => {}
            _ => teller.decide(&mut life),
        }
        if life.state.confirmed_at.is_some() && life.state.visibility == Visibility::Programme {
            confirmed.push(place);
        }
        teller.lives.push(life);
    }
    let records = super::record::records(cast, &teller.lives);
    teller.mend(&records);
    teller.vote(size.votes);
    teller.talk(size.comments);
    Story { lives: teller.lives, records }
}

struct Teller<'a> {
    cast: &'a Cast,
    chance: Chance,
    lives: Vec<Life>,
}

/// Reports come in waves: more after each release, fewer at night.
fn times(cast: &Cast, count: usize, chance: &mut Chance) -> impl Iterator<Item = Moment> {
    let whole = i64::from(WEEKS) * 7 * 24;
    let mut times: Vec<Moment> = Vec::with_capacity(count);
    while times.len() < count {
        let hour = chance.between(0, whole - 1);
        let at = Moment(cast.begin.0 + hour * 3_600_000 + chance.between(0, 3_599_999));
        let since_release = at.0 - cast.newest(at).at.0;
        let of_day = (at.0 / 3_600_000) % 24;
        let fresh = if since_release < 48 * 3_600_000 { 100 } else { 55 };
        let awake = if (5..23).contains(&of_day) { 100 } else { 30 };
        if chance.below(10_000) < fresh * awake {
            times.push(at);
        }
    }
    times.sort_unstable();
    times.into_iter()
}

impl Teller<'_> {
    /// Somebody reports something: something new, or what a root is about.
    fn begin(&mut self, root: Option<usize>, at: Moment) -> Life {
        let chance = &mut self.chance;
        let fault = match root {
            Some(root) => self.lives[root].fault,
            None => chance.at(report::faults()),
        };
        let words = chance.seed();
        let report = report::write(fault, &mut Chance::of(words, "report"));
        let reporter = self.cast.somebody(at, chance);
        let user = self.cast.testers[reporter].clone();
        let kind = Kind::parse(report.kind).unwrap_or(Kind::Bug);
        let claimed = Severity::parse(report.severity).filter(|_| kind.has_severity());
        let is_private = root.is_none() && claimed == Some(Severity::S1) && chance.happens(25);
        let visibility = if is_private { Visibility::Private } else { Visibility::Programme };
        let origin = Origin {
            id: IssueId::from(chance.id()),
            kind,
            reporter: user.clone(),
            build: self.cast.newest(at).build.clone(),
            submitted_at: at,
        };
        let steps = submitted(&origin, visibility, &report.body, user);
        Life {
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
            assignee: None,
            cycle: 0,
        }
    }

    /// An administrator, as rules see them.
    fn administrator(&mut self) -> Actor {
        Actor::Member(Member::admin(self.cast.administrator(&mut self.chance).clone()))
    }

    /// An administrator sees that a report is about what is known already. Often a tester said so
    /// before.
    fn merge(&mut self, root: usize, place: usize, life: &mut Life) -> bool {
        let at = hours(life.submitted_at(), &mut self.chance, 1, 40);
        if life.reporter == self.lives[root].reporter {
            return false;
        }
        let Ok(plan) = merge::plan(&life.state, &[], false, &self.lives[root].state) else {
            return false;
        };
        let actor = self.administrator();
        if !life.act(self.cast, &actor, at, &Command::Merge(plan)) {
            return false;
        }
        let proposer = self.cast.somebody(at, &mut self.chance);
        let said_at =
            Moment(at.0 - self.chance.between(1, (at.0 - life.submitted_at().0).max(2) - 1));
        let is_other = proposer != life.reporter && self.cast.joined_at(proposer) < said_at;
        let proposed = (is_other && self.chance.happens(45)).then_some((proposer, said_at));
        let by = actor.user().cloned().unwrap_or_else(|| UserId::from(""));
        life.merged = Some(Merged { root, at, by, proposed });
        self.lives[root].duplicates.push(place);
        true
    }
}

fn submitted(origin: &Origin, visibility: Visibility, body: &str, user: UserId) -> Vec<Step> {
    let actor = Actor::Member(Member::tester(user, Trust::New));
    let events = Body::parse(body).and_then(|body| {
        let report =
            triage::Report { origin: origin.clone(), visibility, body, has_evidence: false };
        triage::submit(&report, &actor).map(|decision| decision.events)
    });
    vec![Step {
        at: origin.submitted_at,
        actor: actor.user().cloned(),
        events: events.unwrap_or_default(),
        is_activity: true,
        owes: None,
    }]
}
