//! What an administrator makes of a report of something new.

use feedback_model::text::{PublicReason, Question};
use feedback_model::triage::TriageCommand;
use feedback_model::{Actor, Kind, Member, Quality, Resolution, Severity, Span, Timestamp, Trust};

use super::super::issue_history::{CommentStory, CommentText, IssueHistory, StoryActor, hours};
use super::super::report;
use super::StoryGenerator;

/// The greatest age of a report without a decision.
const WAITING: Span = Span::days(6);

const QUESTIONS: &[&str] = &[
    "Which version of the wallet was it, and did it show a warning?",
    "Can you add the steps, and the network you were on?",
    "Does it happen with a smaller amount too?",
    "Could you copy what the browser's console says when it fails?",
];

const ANSWERS: &[&str] = &[
    "Version 12.1, and no warning. It happens every time.",
    "Sepolia, with about 40 USDC. I opened the page, chose the pair and pressed Swap, nothing else.",
    "Yes, with 1 USDC as well. Smaller than that I did not try.",
    "The console says `user rejected request`, but I never saw a request.",
];

impl StoryGenerator<'_> {
    /// Decides about a report, unless it is still waiting.
    pub(super) fn decide(&mut self, history: &mut IssueHistory) {
        let submitted_at = history.submitted_at();
        let is_recent = submitted_at.after(WAITING) > self.participants.end;
        let first = hours(submitted_at, &mut self.rng, 1, 44);
        if is_recent && self.rng.happens(50) {
            if self.rng.happens(16) {
                self.snooze(history, first);
            }
            return;
        }
        match self.rng.below(100) {
            0..=69 => self.accept(history, first),
            70..=77 => self.ask(history, first),
            78..=81 => {
                let reporter = Member::tester(history.state.origin.reporter.clone(), Trust::New);
                history.act(
                    self.participants,
                    &Actor::Member(reporter),
                    first,
                    &TriageCommand::Withdraw,
                );
            }
            choice => self.close(history, first, choice),
        }
    }

    fn snooze(&mut self, history: &mut IssueHistory, at: Timestamp) {
        let until = self.participants.end.after(Span::days(3));
        let actor = self.administrator();
        history.act(self.participants, &actor, at, &TriageCommand::Snooze(until));
    }

    /// Asks the reporter something. Some answer, some do not.
    fn ask(&mut self, history: &mut IssueHistory, at: Timestamp) {
        let which = self.rng.at(QUESTIONS.len());
        let Ok(question) = Question::parse(QUESTIONS[which]) else { return };
        let asker = self.rng.at(self.participants.administrators.len());
        let actor = Actor::Member(Member::admin(self.participants.administrators[asker].clone()));
        if !history.act(self.participants, &actor, at, &TriageCommand::AskInfo(question)) {
            return;
        }
        let words = CommentText::Question(QUESTIONS[which]);
        history.said.push(CommentStory {
            by: StoryActor::Administrator(asker),
            at,
            words,
            helped: None,
        });
        if !self.rng.happens(62) {
            history.act(
                self.participants,
                &Actor::System,
                at.after(Span::days(14)),
                &TriageCommand::GiveUpWaiting,
            );
            return;
        }
        let answered = hours(at, &mut self.rng, 2, 70);
        if history.act(self.participants, &Actor::System, answered, &TriageCommand::Answer) {
            let words = CommentText::Plain(ANSWERS[which]);
            let by = StoryActor::Tester(history.reporter);
            history.said.push(CommentStory { by, at: answered, words, helped: None });
            let later = hours(answered, &mut self.rng, 1, 30);
            self.accept(history, later);
        }
    }

    fn close(&mut self, history: &mut IssueHistory, at: Timestamp, choice: u64) {
        let resolution = match choice {
            82..=87 => Resolution::WorkingAsIntended,
            88..=93 => Resolution::NotReproducible,
            94..=96 => Resolution::WontFix,
            97 => Resolution::Invalid,
            _ => Resolution::Spam,
        };
        let words = report::closing(resolution.key(), &mut self.rng);
        let Ok(reason) = PublicReason::parse(words) else { return };
        let command = TriageCommand::Close { resolution, reason, is_spam_confirmed: true };
        let actor = self.administrator();
        if history.act(self.participants, &actor, at, &command) {
            history.close_reason = Some(words);
        }
    }

    fn accept(&mut self, history: &mut IssueHistory, at: Timestamp) {
        let severity = history.claimed.filter(|_| history.state.origin.kind == Kind::Bug);
        let severity =
            severity.map(|claimed| if self.rng.happens(20) { milder(claimed) } else { claimed });
        let quality = match (history.is_thorough, self.rng.below(10)) {
            (true, 0..=3) => Quality::A,
            (false, 0..=4) => Quality::C,
            _ => Quality::B,
        };
        let command = TriageCommand::Accept { severity, quality: Some(quality) };
        let actor = self.administrator();
        if !history.act(self.participants, &actor, at, &command) {
            return;
        }
        let mut now = self.regrade(history, at);
        if self.rng.happens(70) {
            now = hours(now, &mut self.rng, 4, 80);
            history.settle_before(self.participants, now);
            let starter = self.rng.at(self.participants.administrators.len());
            let actor =
                Actor::Member(Member::admin(self.participants.administrators[starter].clone()));
            if history.act(self.participants, &actor, now, &TriageCommand::Start) {
                history.assignee = Some(starter);
            }
        }
    }

    /// A user looks again and sees it otherwise; points follow.
    fn regrade(&mut self, history: &mut IssueHistory, at: Timestamp) -> Timestamp {
        let later = hours(at, &mut self.rng, 3, 60);
        let command = match (history.state.severity, self.rng.below(100)) {
            (Some(severity), 0..=5) => TriageCommand::SetSeverity(milder(severity)),
            (Some(Severity::S3), 6..=8) => TriageCommand::SetSeverity(Severity::S2),
            (_, 9..=11) if history.state.quality == Quality::B => {
                TriageCommand::SetQuality(Quality::A)
            }
            _ => return at,
        };
        let actor = self.administrator();
        if history.act(self.participants, &actor, later, &command) { later } else { at }
    }
}

/// Reporters tend to think worse of a fault than the team.
fn milder(severity: Severity) -> Severity {
    match severity {
        Severity::S1 => Severity::S2,
        Severity::S2 => Severity::S3,
        Severity::S3 | Severity::S4 => Severity::S4,
    }
}
