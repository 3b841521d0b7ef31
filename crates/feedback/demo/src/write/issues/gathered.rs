//! What gathers around issues: their timeline, comments, voters, watchers and checks.

use std::collections::{BTreeMap, BTreeSet};

use feedback_issues::issue::timeline::TimelineEvent;
use feedback_model::fix_check::Verdict;
use feedback_model::reach::Reach;
use feedback_model::timeline::Audience;
use feedback_model::{Timestamp, UserId};
use parse_model::Json;
use parse_store::Sql;
use serde_json::json;

use crate::issue_history::{CommentStory, CommentText, IssueHistory, StoryActor};
use crate::participants::Participants;
use crate::points::number;
use crate::seeded_rng::SeededRng;
use crate::write::BulkWriter;
use crate::{ids, report};

/// What an issue counts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Counts {
    pub(super) reach: Reach,
    pub(super) watching: usize,
    pub(super) last_activity_at: Timestamp,
}

/// Rows that belong to a page of issues.
#[derive(Debug, Default)]
pub(super) struct GatheredRows {
    events: Vec<Json>,
    comments: Vec<Json>,
    votes: Vec<Json>,
    reach: Vec<Json>,
    watches: Vec<Json>,
    proposals: Vec<Json>,
    checks: Vec<Json>,
    paid_out: Vec<Json>,
}

/// An event before it has a place in the timeline.
struct UnplacedEvent {
    at: Timestamp,
    actor: Option<UserId>,
    told: Vec<TimelineEvent>,
    is_activity: bool,
}

impl GatheredRows {
    /// Gathers what belongs to one issue, and counts it.
    pub(super) fn gather(
        &mut self,
        writer: &BulkWriter<'_>,
        participants: &Participants,
        issue_histories: &[IssueHistory],
        place: usize,
    ) -> Counts {
        let history = &issue_histories[place];
        let happened = happened(participants, issue_histories, place);
        let said = history.said.iter().map(|said| said.at);
        let active = happened.iter().filter(|one| one.is_activity).map(|one| one.at);
        let last_activity_at = said.chain(active).max().unwrap_or(history.submitted_at());
        self.tell(writer, place, history, happened);
        self.talk(writer, participants, place, history);
        self.vote(writer, participants, place, history);
        self.try_out(writer, participants, place, history);
        self.propose(writer, participants, issue_histories, place);
        let reach = self.reach(writer, participants, issue_histories, place);
        let watching = self.watch(writer, participants, issue_histories, place);
        if let (Some(settled_at), None) = (history.state.settled_at, &history.merged) {
            self.paid_out.push(json!({ "issue": history.state.origin.id, "at": settled_at.0 }));
        }
        Counts { reach, watching, last_activity_at }
    }

    fn tell(
        &mut self,
        writer: &BulkWriter<'_>,
        place: usize,
        history: &IssueHistory,
        happened: Vec<UnplacedEvent>,
    ) {
        let mut rng = SeededRng::nth(writer.seed, "events", place);
        for UnplacedEvent { at, actor, told, .. } in happened {
            let command = rng.id();
            for TimelineEvent { kind, data, audience, .. } in told {
                let audience = match audience {
                    Audience::All => "all",
                    Audience::Staff => "staff",
                };
                self.events.push(json!({ "id": rng.id(), "issue": history.state.origin.id, "command": command,
                    "actor": actor, "type": kind, "data": data, "visibility": audience, "at": at.0 }));
            }
        }
    }

    fn talk(
        &mut self,
        writer: &BulkWriter<'_>,
        participants: &Participants,
        place: usize,
        history: &IssueHistory,
    ) {
        for (at, said) in history.said.iter().enumerate() {
            let kind = match said.words {
                CommentText::Question(_) => "info_request",
                CommentText::Talk(_) | CommentText::Plain(_) => "comment",
            };
            let helped_by = said.helped.map(|(by, _)| &participants.administrators[by]);
            self.comments.push(json!({ "id": ids::comment(writer.seed, place, at), "issue": history.state.origin.id,
                "author": account(participants, said.by), "body": words(history.fault, said), "kind": kind, "at": said.at.0,
                "helpfulBy": helped_by }));
        }
    }

    fn vote(
        &mut self,
        writer: &BulkWriter<'_>,
        participants: &Participants,
        place: usize,
        history: &IssueHistory,
    ) {
        for (at, (tester, timestamp)) in history.votes.iter().enumerate() {
            let shown = history.shown.iter().position(|shown| shown.vote == Some(at));
            let evidence = shown.map(|shown| ids::evidence(writer.seed, place, shown));
            let is_proven = shown.is_some_and(|shown| history.shown[shown].is_proof());
            self.votes.push(json!({ "id": ids::other(writer.seed, "vote", place, at), "issue": history.state.origin.id,
                "user": participants.testers[*tester], "at": timestamp.0, "evidence": evidence, "proof": is_proven }));
        }
    }

    fn try_out(
        &mut self,
        writer: &BulkWriter<'_>,
        participants: &Participants,
        place: usize,
        history: &IssueHistory,
    ) {
        for (at, tried) in history.tried.iter().enumerate() {
            let mut rng = SeededRng::nth(writer.seed ^ at as u64, "check notes", place);
            self.checks.push(
                json!({ "id": ids::check(writer.seed, place, at), "issue": history.state.origin.id,
                "user": participants.testers[tried.tester], "build": participants.releases[tried.release].build.id,
                "verdict": tried.verdict.key(), "note": note(tried.verdict, &mut rng),
                "counted": tried.is_counted, "at": tried.at.0 }),
            );
        }
    }

    fn propose(
        &mut self,
        writer: &BulkWriter<'_>,
        participants: &Participants,
        issue_histories: &[IssueHistory],
        place: usize,
    ) {
        let Some(merged) = &issue_histories[place].merged else { return };
        let Some((tester, at)) = merged.proposed else { return };
        self.proposals.push(
            json!({ "id": ids::proposal(writer.seed, place), "issue": issue_histories[place].state.origin.id,
            "target": issue_histories[merged.root].state.origin.id, "by": participants.testers[tester], "at": at.0,
            "decidedBy": merged.by, "decidedAt": merged.at.0 }),
        );
    }

    /// All persons of the set if this is its root; otherwise only the number.
    fn reach(
        &mut self,
        writer: &BulkWriter<'_>,
        participants: &Participants,
        issue_histories: &[IssueHistory],
        place: usize,
    ) -> Reach {
        let history = &issue_histories[place];
        let mut touched: BTreeMap<usize, Timestamp> = BTreeMap::new();
        let set = std::iter::once(&place).chain(&history.duplicates);
        let proofs = set.flat_map(|one| &issue_histories[*one].shown);
        let proven: BTreeSet<usize> =
            proofs.filter(|shown| shown.is_proof()).map(|shown| shown.tester).collect();
        let reports = std::iter::once(&place).chain(&history.duplicates);
        let reports = reports
            .map(|one| (issue_histories[*one].reporter, issue_histories[*one].submitted_at()));
        for (tester, at) in reports.chain(history.votes.iter().copied()) {
            let first = touched.entry(tester).or_insert(at);
            *first = at.min(*first);
        }
        if history.merged.is_none() {
            for (number, (tester, at)) in touched.iter().enumerate() {
                self.reach.push(json!({ "id": ids::other(writer.seed, "reach", place, number),
                    "root": history.state.origin.id, "person": participants.testers[*tester], "at": at.0,
                    "proof": proven.contains(tester) }));
            }
        }
        let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let proven = touched.keys().filter(|tester| proven.contains(tester)).count();
        Reach { affected: count(touched.len()), proven: count(proven) }
    }

    /// Anyone who had to do with it hears of it.
    fn watch(
        &mut self,
        writer: &BulkWriter<'_>,
        participants: &Participants,
        issue_histories: &[IssueHistory],
        place: usize,
    ) -> usize {
        let history = &issue_histories[place];
        let mut watching: BTreeMap<StoryActor, (&'static str, &'static str, Timestamp)> =
            BTreeMap::new();
        let at = history.submitted_at();
        watching.insert(StoryActor::Tester(history.reporter), ("reporter", "all", at));
        for duplicate in &history.duplicates {
            let Some(merged) = &issue_histories[*duplicate].merged else { continue };
            let who = StoryActor::Tester(issue_histories[*duplicate].reporter);
            watching.entry(who).or_insert(("reporter", "all", merged.at));
        }
        if let Some(assignee) = history.assignee {
            watching.entry(StoryActor::Administrator(assignee)).or_insert(("assigned", "all", at));
        }
        for said in &history.said {
            watching.entry(said.by).or_insert(("commenter", "all", said.at));
        }
        for (tester, at) in &history.votes {
            watching.entry(StoryActor::Tester(*tester)).or_insert(("voter", "status", *at));
        }
        for (number, (who, (reason, level, at))) in watching.iter().enumerate() {
            self.watches.push(json!({ "id": ids::other(writer.seed, "watch", place, number),
                "issue": history.state.origin.id, "user": account(participants, *who), "reason": reason, "level": level,
                "at": at.0 }));
        }
        watching.len()
    }

    /// What writes all of it.
    pub(super) fn statements(self, writer: &BulkWriter<'_>) -> impl Iterator<Item = Sql> {
        [
            (EVENTS, self.events),
            (COMMENTS, self.comments),
            (VOTES, self.votes),
            (REACH, self.reach),
            (WATCHES, self.watches),
            (PROPOSALS, self.proposals),
            (CHECKS, self.checks),
            (PAID_OUT, self.paid_out),
        ]
        .map(|(text, rows)| writer.rows(text, rows))
        .into_iter()
    }
}

fn account(participants: &Participants, who: StoryActor) -> &UserId {
    match who {
        StoryActor::Tester(place) => &participants.testers[place],
        StoryActor::Administrator(place) => &participants.administrators[place],
    }
}

fn words(fault: usize, said: &CommentStory) -> String {
    match said.words {
        CommentText::Talk(seed) => report::comment(fault, &mut SeededRng::of(seed, "comment")),
        CommentText::Question(words) | CommentText::Plain(words) => words.to_owned(),
    }
}

fn note(verdict: Verdict, rng: &mut SeededRng) -> Option<&'static str> {
    if !rng.happens(60) {
        return None;
    }
    Some(match verdict {
        Verdict::Works => rng.one(&[
            "Tried it three times, all good.",
            "Fixed for me, also after a reload.",
            "Works with a small and a large amount.",
            "Looks good on my phone too.",
        ]),
        Verdict::StillBroken => rng.one(&[
            "Same error as before, on the first try.",
            "Better, but it still fails when the wallet is slow.",
        ]),
        Verdict::CannotTest => "My wallet no longer supports this network.",
    })
}

/// Everything that the timeline of an issue tells, in the order in which it happened.
fn happened(
    participants: &Participants,
    issue_histories: &[IssueHistory],
    place: usize,
) -> Vec<UnplacedEvent> {
    let history = &issue_histories[place];
    let mut happened: Vec<UnplacedEvent> =
        Vec::with_capacity(history.steps.len() + history.duplicates.len());
    for step in &history.steps {
        happened.push(UnplacedEvent {
            at: step.at,
            actor: step.actor.clone(),
            told: step.events.iter().map(TimelineEvent::from).collect(),
            is_activity: step.is_activity,
        });
    }
    for duplicate in &history.duplicates {
        let Some(merged) = &issue_histories[*duplicate].merged else { continue };
        let other = &issue_histories[*duplicate];
        let title = report::write(other.fault, &mut SeededRng::of(other.words, "report")).title;
        let data = json!({ "number": number(*duplicate), "title": title });
        let told = vec![TimelineEvent::to_all("merged_in", data)];
        let actor = Some(merged.by.clone());
        happened.push(UnplacedEvent { at: merged.at, actor, told, is_activity: true });
    }
    if let Some(merged) = &history.merged
        && let Some((tester, at)) = merged.proposed
    {
        let told = vec![TimelineEvent::to_all(
            "duplicate_proposed",
            json!({ "number": number(merged.root) }),
        )];
        let actor = Some(participants.testers[tester].clone());
        happened.push(UnplacedEvent { at, actor, told, is_activity: false });
    }
    for tried in &history.tried {
        let build = &participants.releases[tried.release].build.id;
        let data = json!({ "verdict": tried.verdict.key(), "build": build });
        let told = vec![TimelineEvent::to_all("fix_check", data)];
        let actor = Some(participants.testers[tried.tester].clone());
        happened.push(UnplacedEvent { at: tried.at, actor, told, is_activity: false });
    }
    // A check comes before what it decides; steps keep their order.
    happened.sort_by_key(|one| {
        (one.at, one.told.iter().all(|told| told.data.get("changes").is_some()))
    });
    happened
}

const EVENTS: &str = r#"insert into "IssueEvent" ("objectId", "createdAt", "updatedAt", "issue", "command", "actor", "type", "data",
        "visibility", "at")
    select e.row ->> 'id', _touchstone.from_millis((e.row ->> 'at')::int8), $2::timestamptz, e.row ->> 'issue', e.row ->> 'command',
        e.row ->> 'actor', e.row ->> 'type', e.row -> 'data', e.row ->> 'visibility', _touchstone.from_millis((e.row ->> 'at')::int8)
    from jsonb_array_elements($1::jsonb) with ordinality e(row, place) order by e.place"#;

const COMMENTS: &str = r#"insert into "Comment" ("objectId", "createdAt", "updatedAt", "issue", "author", "body", "kind", "helpfulBy")
    select c."id", _touchstone.from_millis(c."at"), $2::timestamptz, c."issue", c."author", c."body", c."kind", c."helpfulBy"
    from jsonb_to_recordset($1::jsonb) as c("id" text, "at" int8, "issue" text, "author" text, "body" text, "kind" text,
        "helpfulBy" text)"#;

const VOTES: &str = r#"insert into "Vote" ("objectId", "createdAt", "updatedAt", "issue", "user", "at", "evidence", "proof")
    select v."id", _touchstone.from_millis(v."at"), $2::timestamptz, v."issue", v."user", _touchstone.from_millis(v."at"),
        v."evidence", v."proof"
    from jsonb_to_recordset($1::jsonb) as v("id" text, "at" int8, "issue" text, "user" text, "evidence" text, "proof" bool)"#;

const REACH: &str = r#"insert into "IssueReach" ("objectId", "createdAt", "updatedAt", "root", "personId", "proof", "firstAt", "_rperm", "_wperm")
    select r."id", _touchstone.from_millis(r."at"), $2::timestamptz, r."root", r."person", r."proof", _touchstone.from_millis(r."at"),
        '{}', '{}'
    from jsonb_to_recordset($1::jsonb) as r("id" text, "at" int8, "root" text, "person" text, "proof" bool)"#;

const WATCHES: &str = r#"insert into "Watch" ("objectId", "createdAt", "updatedAt", "issue", "user", "reason", "level")
    select w."id", _touchstone.from_millis(w."at"), $2::timestamptz, w."issue", w."user", w."reason", w."level"
    from jsonb_to_recordset($1::jsonb) as w("id" text, "at" int8, "issue" text, "user" text, "reason" text, "level" text)"#;

const PROPOSALS: &str = r#"insert into "DuplicateProposal" ("objectId", "createdAt", "updatedAt", "issue", "target", "by", "state",
        "decidedBy", "decidedAt")
    select p."id", _touchstone.from_millis(p."at"), $2::timestamptz, p."issue", p."target", p."by", 'accepted', p."decidedBy",
        _touchstone.from_millis(p."decidedAt")
    from jsonb_to_recordset($1::jsonb) as p("id" text, "at" int8, "issue" text, "target" text, "by" text, "decidedBy" text,
        "decidedAt" int8)"#;

const CHECKS: &str = r#"insert into "FixCheck" ("objectId", "createdAt", "updatedAt", "issue", "user", "build", "verdict", "note",
        "counted", "at")
    select f."id", _touchstone.from_millis(f."at"), $2::timestamptz, f."issue", f."user", f."build", f."verdict", f."note",
        f."counted", _touchstone.from_millis(f."at")
    from jsonb_to_recordset($1::jsonb) as f("id" text, "at" int8, "issue" text, "user" text, "build" text, "verdict" text,
        "note" text, "counted" bool)"#;

const PAID_OUT: &str = r#"select _touchstone.note_paid_out(p."issue", _touchstone.from_millis(p."at"))
    from jsonb_to_recordset($1::jsonb) as p("issue" text, "at" int8) where $2::timestamptz is not null"#;
