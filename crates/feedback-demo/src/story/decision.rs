//! What an administrator makes of a report of something new.

use feedback_model::text::{PublicReason, Question};
use feedback_model::triage::Command;
use feedback_model::{Actor, Kind, Member, Moment, Quality, Resolution, Severity, Span, Trust};

use super::super::life::{Life, Said, Who, Words, hours};
use super::super::report;
use super::Teller;

/// How old a report may be for nobody to have decided about it.
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

impl Teller<'_> {
    /// Decides about a report, unless it is still waiting.
    pub(super) fn decide(&mut self, life: &mut Life) {
        let submitted_at = life.submitted_at();
        let is_recent = submitted_at.after(WAITING) > self.cast.end;
        let first = hours(submitted_at, &mut self.chance, 1, 44);
        if is_recent && self.chance.happens(50) {
            if self.chance.happens(16) {
                self.snooze(life, first);
            }
            return;
        }
        match self.chance.below(100) {
            0..=69 => self.accept(life, first),
            70..=77 => self.ask(life, first),
            78..=81 => {
                let reporter = Member::tester(life.state.origin.reporter.clone(), Trust::New);
                life.act(self.cast, &Actor::Member(reporter), first, &Command::Withdraw);
            }
            choice => self.close(life, first, choice),
        }
    }

    fn snooze(&mut self, life: &mut Life, at: Moment) {
        let until = self.cast.end.after(Span::days(3));
        let actor = self.administrator();
        life.act(self.cast, &actor, at, &Command::Snooze(until));
    }

    /// Asks the reporter something. Some answer, some do not.
    fn ask(&mut self, life: &mut Life, at: Moment) {
        let which = self.chance.at(QUESTIONS.len());
        let Ok(question) = Question::parse(QUESTIONS[which]) else { return };
        let asker = self.chance.at(self.cast.administrators.len());
        let actor = Actor::Member(Member::admin(self.cast.administrators[asker].clone()));
        if !life.act(self.cast, &actor, at, &Command::AskInfo(question)) {
            return;
        }
        let words = Words::Question(QUESTIONS[which]);
        life.said.push(Said { by: Who::Administrator(asker), at, words, helped: None });
        if !self.chance.happens(62) {
            life.act(self.cast, &Actor::System, at.after(Span::days(14)), &Command::GiveUpWaiting);
            return;
        }
        let answered = hours(at, &mut self.chance, 2, 70);
        if life.act(self.cast, &Actor::System, answered, &Command::Answer) {
            let words = Words::Plain(ANSWERS[which]);
            let by = Who::Tester(life.reporter);
            life.said.push(Said { by, at: answered, words, helped: None });
            let later = hours(answered, &mut self.chance, 1, 30);
            self.accept(life, later);
        }
    }

    fn close(&mut self, life: &mut Life, at: Moment, choice: u64) {
        let resolution = match choice {
            82..=87 => Resolution::WorkingAsIntended,
            88..=93 => Resolution::NotReproducible,
            94..=96 => Resolution::WontFix,
            97 => Resolution::Invalid,
            _ => Resolution::Spam,
        };
        let words = report::closing(resolution.key(), &mut self.chance);
        let Ok(reason) = PublicReason::parse(words) else { return };
        let command = Command::Close { resolution, reason, is_spam_confirmed: true };
        let actor = self.administrator();
        if life.act(self.cast, &actor, at, &command) {
            life.close_reason = Some(words);
        }
    }

    fn accept(&mut self, life: &mut Life, at: Moment) {
        let severity = life.claimed.filter(|_| life.state.origin.kind == Kind::Bug);
        let severity =
            severity.map(|claimed| if self.chance.happens(20) { milder(claimed) } else { claimed });
        let quality = match (life.is_thorough, self.chance.below(10)) {
            (true, 0..=3) => Quality::A,
            (false, 0..=4) => Quality::C,
            _ => Quality::B,
        };
        let command = Command::Accept { severity, quality: Some(quality) };
        let actor = self.administrator();
        if !life.act(self.cast, &actor, at, &command) {
            return;
        }
        let mut now = self.regrade(life, at);
        if self.chance.happens(70) {
            now = hours(now, &mut self.chance, 4, 80);
            life.settle_before(self.cast, now);
            let starter = self.chance.at(self.cast.administrators.len());
            let actor = Actor::Member(Member::admin(self.cast.administrators[starter].clone()));
            if life.act(self.cast, &actor, now, &Command::Start) {
                life.assignee = Some(starter);
            }
        }
    }

    /// Somebody looks again and sees it otherwise; points follow.
    fn regrade(&mut self, life: &mut Life, at: Moment) -> Moment {
        let later = hours(at, &mut self.chance, 3, 60);
        let command = match (life.state.severity, self.chance.below(100)) {
            (Some(severity), 0..=5) => Command::SetSeverity(milder(severity)),
            (Some(Severity::S3), 6..=8) => Command::SetSeverity(Severity::S2),
            (_, 9..=11) if life.state.quality == Quality::B => Command::SetQuality(Quality::A),
            _ => return at,
        };
        let actor = self.administrator();
        if life.act(self.cast, &actor, later, &command) { later } else { at }
    }
}

/// Reporters tend to think worse of a fault than those who mend it.
fn milder(severity: Severity) -> Severity {
    match severity {
        Severity::S1 => Severity::S2,
        Severity::S2 => Severity::S3,
        Severity::S3 | Severity::S4 => Severity::S4,
    }
}
