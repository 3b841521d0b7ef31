//! Whatever both sides do, in whichever order it is heard of: it comes to rest, and both sides agree
//! or an administrator is asked.

use std::sync::Arc;

use parse_engine::ServiceReply;
use parse_model::Json;
use serde_json::json;
use testkit::case;

use crate::case::{accept, at, close};
use crate::stage::{Programme, TestUser};
use crate::tracker_place::Repository;

/// A small generator, so that a case can be repeated by its seed.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides
    }
}

struct Walk<'a> {
    programme: &'a Programme,
    mia: &'a TestUser,
    tracker: &'a str,
    place: &'a Arc<Repository>,
    build: &'a str,
    number: u32,
    there: u64,
    /// Sent deliveries that have not arrived.
    pending: Vec<(String, (String, Json))>,
    names: u32,
    seed: u64,
}

impl Walk<'_> {
    /// Does something on our side; what the rules refuse is nothing.
    async fn ours(&self, dice: &mut Dice) {
        let n = self.number;
        let reason = "It is not over after all, and this is why: look at it again please.";
        let (name, params) = match dice.roll(6) {
            0 => ("issueStart", at(n)),
            1 => ("issueStop", at(n)),
            2 => ("issueMarkFixed", json!({ "number": n, "build": self.build })),
            3 => ("issueClose", close(n, "wont_fix")),
            4 => ("issueReopen", json!({ "number": n, "reason": reason })),
            _ => return self.decide(dice).await,
        };
        let _ = self.programme.call(Some(self.mia), name, params).await;
    }

    async fn decide(&self, dice: &mut Dice) {
        let asked = json!({ "number": self.number });
        let found = self.programme.ask(self.mia, "trackerProposals", asked).await;
        let Some(id) = found["rows"][0]["id"].as_str() else { return };
        let ruling = match dice.roll(3) {
            0 => json!({ "id": id, "accept": false }),
            1 => json!({ "id": id, "accept": true, "build": self.build }),
            _ => {
                json!({ "id": id, "accept": true, "reason": "It stays as it is, says the team there." })
            }
        };
        let _ = self.programme.call(Some(self.mia), "trackerProposalDecide", ruling).await;
    }

    fn theirs(&mut self, dice: &mut Dice) {
        let (state, reason) = match dice.roll(5) {
            0 => ("closed", "completed"),
            1 => ("closed", "not_planned"),
            2 => ("closed", "duplicate"),
            _ => ("open", "reopened"),
        };
        self.place.moves(self.there, state, reason);
    }

    fn collect(&mut self) {
        for told in self.place.told() {
            self.names += 1;
            self.pending.push((format!("{}-{}", self.seed, self.names), told));
        }
    }

    /// Delivers one of what is pending, not always the oldest, sometimes twice.
    async fn hear(&mut self, dice: &mut Dice) {
        self.collect();
        if self.pending.is_empty() {
            return;
        }
        let which = usize::try_from(dice.roll(u64::try_from(self.pending.len()).expect("few")))
            .expect("few");
        let (name, told) = self.pending.remove(which);
        for _ in 0..=dice.roll(2) {
            let reply = self.programme.deliver(self.tracker, &name, &told).await;
            assert_eq!(reply, ServiceReply::Done);
        }
    }

    /// Delivers all that is left, in order, until nothing happens any more.
    async fn rest(&mut self) {
        for round in 0..30 {
            self.collect();
            let before = self.place.counts().2;
            let pending = std::mem::take(&mut self.pending);
            let was_told = !pending.is_empty();
            for (name, told) in pending {
                self.programme.deliver(self.tracker, &name, &told).await;
            }
            self.programme.settle_trackers().await;
            self.programme.clock.advance(700);
            self.collect();
            if !was_told && self.pending.is_empty() && self.place.counts().2 == before {
                return;
            }
            assert!(round < 29, "seed {}: it goes round in circles", self.seed);
        }
    }

    async fn check(&self) {
        let view = self.programme.ask(self.mia, "issueGet", at(self.number)).await;
        let status = view["issue"]["status"].as_str().expect("a status");
        let ended = matches!(status, "fixed" | "verified" | "closed");
        let closed = self.place.issue(self.there)["state"] == "closed";
        let link = &view["trackers"][0];
        assert_eq!(link["phase"], "linked", "seed {}: {link}", self.seed);
        let asks = link["proposal"].is_object();
        assert!(
            ended == closed || asks,
            "seed {}: {status}, closed there: {closed}, {link}",
            self.seed
        );
    }
}

#[test]
fn both_sides_come_to_rest_and_agree_or_somebody_is_asked() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        programme.season(&mia).await;
        let rin = programme.tester("rin").await;
        let (tracker, place) = programme.repository(&mia).await;
        let build = programme.build(7).await;
        for seed in 1..=10 {
            let number = programme.report_of(&rin, &format!("The map freezes, {seed}")).await;
            programme.ask(&mia, "issueAccept", accept(number)).await;
            programme
                .ask(&mia, "trackerIssueCreate", json!({ "number": number, "tracker": tracker }))
                .await;
            programme.settle_trackers().await;
            let mut walk = Walk {
                programme: &programme,
                mia: &mia,
                tracker: &tracker,
                place: &place,
                build: &build,
                number,
                there: seed,
                pending: Vec::new(),
                names: 0,
                seed,
            };
            let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            for _ in 0..16 {
                match dice.roll(4) {
                    0 => walk.ours(&mut dice).await,
                    1 => walk.theirs(&mut dice),
                    2 => walk.hear(&mut dice).await,
                    _ => programme.settle_trackers().await,
                }
                programme.clock.advance(200);
            }
            walk.rest().await;
            walk.check().await;
        }
    });
}
