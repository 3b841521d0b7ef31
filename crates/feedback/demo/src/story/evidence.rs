//! What people show for what they met, and what follows from it.

use feedback_model::coverage::Coverage;
use feedback_model::fix_check::Proof;
use feedback_model::{Actor, Span, Status, Timestamp, TriageCommand, Visibility};

use super::super::deployment::NETWORKS;
use super::super::failure::{self, FAILURES};
use super::super::issue_history::{EvidenceStory, IssueHistory, ShownState, hours};
use super::super::report::{self, Setting};
use super::super::seeded_rng::SeededRng;
use super::StoryGenerator;

/// The most evidence of a demo, however many take part.
const MOST: usize = 6_000;

/// How many faults come back and are found by evidence.
const BACK: usize = 3;

/// How many kinds of wallets there are.
const WALLETS: [u64; 5] = [46, 24, 14, 10, 6];

impl StoryGenerator<'_> {
    /// Lets reporters and voters show their transactions, and brings back what those prove to be
    /// back.
    pub(super) fn show(&mut self, seed: u64) {
        let mut rng = SeededRng::of(seed, "evidence");
        let mut histories = std::mem::take(&mut self.issue_histories);
        let mut left = MOST;
        for history in &mut histories {
            let Some(failure) = failure::of_fault(report::fault_of(history.fault)) else {
                continue;
            };
            self.show_one(history, failure, &mut rng, &mut left);
        }
        let mut back = 0;
        for history in histories.iter_mut().rev() {
            if back < BACK && self.bring_back(history, &mut rng) {
                back += 1;
            }
        }
        unsettled(&mut histories, &mut rng);
        histories.iter_mut().for_each(cover);
        self.issue_histories = histories;
    }

    fn show_one(
        &self,
        history: &mut IssueHistory,
        failure: usize,
        rng: &mut SeededRng,
        left: &mut usize,
    ) {
        let mut shown = Vec::new();
        let setting = Setting::of(history.fault, history.words);
        if rng.happens(75) {
            let at = history.submitted_at();
            let mut own = self.shown(history.reporter, at, None, failure, &setting, rng);
            (own.network, own.wallet) = (setting.network, setting.wallet_kind());
            shown.push(own);
        }
        for (vote, (tester, at)) in history.votes.iter().enumerate() {
            if rng.happens(34) {
                shown.push(self.shown(*tester, *at, Some(vote), failure, &setting, rng));
            } else if self.goes_well(*at, rng) {
                shown.push(self.went_well(*tester, *at, failure, &setting, rng));
            }
        }
        shown.truncate(*left);
        *left -= shown.len();
        history.shown = shown;
    }

    fn shown(
        &self,
        tester: usize,
        at: Timestamp,
        vote: Option<usize>,
        failure: usize,
        setting: &Setting,
        rng: &mut SeededRng,
    ) -> EvidenceStory {
        let release = self.release(at);
        // Most meet a fault where it was reported first.
        let network = if rng.happens(70) { setting.network } else { rng.at(NETWORKS.len()) };
        let mut share = rng.below(100);
        let wallet = WALLETS.iter().position(|part| {
            let is_it = share < *part;
            share = share.saturating_sub(*part);
            is_it
        });
        let state = if rng.happens(4) { ShownState::Partial } else { ShownState::Decoded };
        EvidenceStory {
            tester,
            at,
            vote,
            failure: Some(failure),
            network,
            wallet: wallet.unwrap_or(0),
            release,
            state,
            is_own: !FAILURES[failure].is_error() && rng.happens(94),
            is_shared: rng.happens(80),
            covers: false,
            words: rng.seed(),
        }
    }

    /// The place of the release that is out at a moment.
    fn release(&self, at: Timestamp) -> usize {
        self.participants.releases.iter().rposition(|release| release.at <= at).unwrap_or(0)
    }

    /// Whether one who follows a report shows a swap that went well: with each build more do.
    fn goes_well(&self, at: Timestamp, rng: &mut SeededRng) -> bool {
        rng.happens(12 + 9 * self.release(at) as u64)
    }

    /// A swap that went well, shown for comparison. It proves nothing about the report.
    fn went_well(
        &self,
        tester: usize,
        at: Timestamp,
        failure: usize,
        setting: &Setting,
        rng: &mut SeededRng,
    ) -> EvidenceStory {
        let shown = self.shown(tester, at, None, failure, setting, rng);
        EvidenceStory { failure: None, state: ShownState::Decoded, is_own: false, ..shown }
    }

    /// A verified fix does not hold: a tester meets the same failure in a later build.
    fn bring_back(&self, history: &mut IssueHistory, rng: &mut SeededRng) -> bool {
        let failure = failure::of_fault(report::fault_of(history.fault));
        let is_over = history.status() == Status::Verified
            && history.merged.is_none()
            && history.state.visibility == Visibility::Programme;
        let (Some(failure), true) = (failure, is_over && !history.shown.is_empty()) else {
            return false;
        };
        if FAILURES[failure].is_error() {
            return false;
        }
        let at = hours(history.last_at(), rng, 4, 60);
        let tester = self.participants.any_tester(at, rng);
        let Some(build) = history.state.build_fixed.clone() else { return false };
        let newest = self.participants.newest(at).build.clone();
        if tester == history.reporter || !newest.is_at_least(&build) || at > self.participants.end {
            return false;
        }
        history.settle_before(self.participants, at);
        let step = TriageCommand::StillBroken { build: newest, proof: Proof::SameFailure };
        if !history.act(self.participants, &Actor::System, at, &step) {
            return false;
        }
        let vote = match history.votes.iter().position(|(voter, _)| *voter == tester) {
            Some(vote) => vote,
            None => {
                history.votes.push((tester, at));
                history.votes.len() - 1
            }
        };
        history.shown.retain(|shown| shown.vote != Some(vote));
        let setting = Setting::of(history.fault, history.words);
        let mut shown = self.shown(tester, at, Some(vote), failure, &setting, rng);
        (shown.is_own, shown.state) = (true, ShownState::Decoded);
        history.shown.push(shown);
        history.back_by = Some(tester);
        true
    }
}

/// Some of what was shown last is not explained, each in another way.
fn unsettled(histories: &mut [IssueHistory], rng: &mut SeededRng) {
    let open = histories.iter_mut().rev();
    let open =
        open.filter(|history| history.back_by.is_none() && history.state.stage.status().is_open());
    let last = open.filter_map(|history| {
        let is_mined =
            |shown: &&mut EvidenceStory| shown.failure.is_some_and(|at| !FAILURES[at].is_error());
        history.shown.last_mut().filter(is_mined)
    });
    for (shown, state) in last.skip(2).step_by(2).zip(ShownState::UNSETTLED) {
        shown.state = state;
        shown.words ^= rng.seed();
    }
}

/// Marks what is the first proof of a pair, as the rules have it.
fn cover(history: &mut IssueHistory) {
    let (Some(confirmed_at), None) = (history.state.confirmed_at, &history.merged) else { return };
    history.shown.sort_by_key(|shown| (shown.at, shown.tester));
    let proves = |shown: &EvidenceStory| shown.is_own && shown.state.is_explained();
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    let mut paid_pairs = 0;
    for place in 0..history.shown.len() {
        let shown = &history.shown[place];
        if !proves(shown) {
            continue;
        }
        let pair = (shown.network, shown.wallet);
        let coverage = Coverage {
            is_same_failure: place > 0,
            has_pair: true,
            proven_before: u32::from(pairs.contains(&pair)),
            paid_pairs,
        };
        let is_later = shown.at > confirmed_at.after(Span::seconds(1));
        if is_later && history.back_by != Some(shown.tester) && coverage.pays(&history.state) {
            history.shown[place].covers = true;
            paid_pairs += 1;
        }
        pairs.push(pair);
    }
}
