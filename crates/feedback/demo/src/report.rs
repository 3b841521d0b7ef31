//! Reports as testers of a swap write them: some good, some hasty.

mod faults;

use feedback_model::evidence::WalletKind;

use super::asset::{ASSETS, Asset};
use super::deployment::NETWORKS;
use super::seeded_rng::SeededRng;
use faults::FAULTS;

/// What a user writes.
#[derive(Debug, Clone)]
pub(super) struct Report {
    pub(super) kind: &'static str,
    pub(super) area: &'static str,
    pub(super) title: String,
    pub(super) body: String,
    pub(super) steps: Vec<String>,
    pub(super) expected: Option<String>,
    pub(super) actual: Option<String>,
    pub(super) severity: &'static str,
    /// Whether it is written well: steps, a wallet, a network.
    pub(super) is_thorough: bool,
}

/// Wallets that testers use, and how each connects.
const WALLETS: [(&str, WalletKind); 8] = [
    ("MetaMask", WalletKind::Injected),
    ("Rabby", WalletKind::Injected),
    ("Rainbow", WalletKind::WalletConnect),
    ("Coinbase Wallet", WalletKind::Injected),
    ("Ledger Live", WalletKind::Hardware),
    ("Safe", WalletKind::SmartAccount),
    ("Trust Wallet", WalletKind::WalletConnect),
    ("Frame", WalletKind::Other),
];

/// The place of a fault in the list, whichever token and network it is about.
pub(super) fn fault_of(fault: usize) -> usize {
    fault % FAULTS.len()
}

/// How many faults the product has; reports of one fault are duplicates of one another.
pub(super) fn faults() -> usize {
    FAULTS.len() * ASSETS.len() * NETWORKS.len()
}

/// The subject of a report: the attempted swap, its network, and the set-up.
#[derive(Debug, Clone, Copy)]
pub(super) struct Setting {
    /// Places in the list of assets.
    pub(super) token_in: usize,
    pub(super) token_out: usize,
    /// The place of the network.
    pub(super) network: usize,
    wallet: usize,
    /// Which of the usual amounts of the token.
    amount: usize,
}

impl Setting {
    /// The setting of a report, by the seed of its words.
    pub(super) fn of(fault: usize, words: u64) -> Setting {
        Setting::draw(fault, &mut SeededRng::of(words, "report"))
    }

    fn draw(fault: usize, rng: &mut SeededRng) -> Setting {
        let rest = fault / FAULTS.len();
        let token_in = rest % ASSETS.len();
        Setting {
            token_in,
            token_out: (token_in + 1 + rng.at(ASSETS.len() - 1)) % ASSETS.len(),
            network: (rest / ASSETS.len()) % NETWORKS.len(),
            wallet: rng.at(WALLETS.len()),
            amount: rng.at(ASSETS[token_in].amounts.len()),
        }
    }

    /// How the wallet of the reporter connects, as its place among the kinds of wallets.
    pub(super) fn wallet_kind(&self) -> usize {
        let kind = WALLETS[self.wallet].1;
        WalletKind::ALL.iter().position(|known| *known == kind).unwrap_or(0)
    }

    /// How much was to be swapped, as it was typed.
    pub(super) fn amount(&self) -> &'static str {
        self.asset().amounts[self.amount]
    }

    fn asset(&self) -> &'static Asset {
        &ASSETS[self.token_in]
    }

    fn fill(&self, text: &str) -> String {
        text.replace("{in}", self.asset().symbol)
            .replace("{out}", ASSETS[self.token_out].symbol)
            .replace("{net}", NETWORKS[self.network].name)
            .replace("{wallet}", WALLETS[self.wallet].0)
            .replace("{amount}", self.amount())
    }
}

/// A report of the fault of a number, in a user's own words.
pub(super) fn write(fault: usize, rng: &mut SeededRng) -> Report {
    let known = &FAULTS[fault_of(fault)];
    let setting = Setting::draw(fault, rng);
    let is_thorough = rng.happens(60);
    let filled = |text: &str| setting.fill(text);
    let optional = |text: &'static str| (is_thorough && !text.is_empty()).then(|| filled(text));
    Report {
        kind: known.kind,
        area: known.area,
        title: opening(filled(rng.one(known.titles)), rng),
        body: body(&filled(rng.one(known.stories)), &setting, is_thorough, rng),
        steps: if is_thorough && known.kind == "bug" {
            steps(known.area, &setting)
        } else {
            Vec::new()
        },
        expected: optional(known.expected),
        actual: optional(known.actual),
        severity: known.severity,
        is_thorough,
    }
}

/// People put things differently.
fn opening(title: String, rng: &mut SeededRng) -> String {
    let title = match rng.at(14) {
        0 => format!("{title} (since the last build)"),
        1 => format!("{title} – again"),
        2 => format!("[{}] {title}", rng.one(&["beta", "mobile", "desktop"])),
        _ => title,
    };
    title.chars().take(140).collect()
}

fn body(story: &str, setting: &Setting, is_thorough: bool, rng: &mut SeededRng) -> String {
    if !is_thorough {
        return rng
            .one(&[
                story,
                story,
                "See the title. It happens every time I try.",
                "Not sure what else to say, it just does not work for me. Happy to test again.",
            ])
            .to_owned();
    }
    let after = rng.one(&[
        "It happens every time.",
        "Two out of five tries.",
        "Reloading the page does not help.",
        "Same in another browser.",
        "It worked in the previous build.",
        "I can send a screen recording if that helps.",
    ]);
    let details =
        setting.fill("- Wallet: {wallet}\n- Network: {net}\n- Swap: {amount} {in} to {out}");
    format!("{story}\n\n{after}\n\n{details}")
}

fn steps(area: &str, setting: &Setting) -> Vec<String> {
    let then: &[&str] = match area {
        "liquidity" => &["Open Liquidity", "Choose the {in}/{out} position", "Press Remove"],
        "history" => &["Swap {amount} {in} to {out}", "Open History"],
        "wallet" => &["Change the network or the account in {wallet}", "Go back to the app"],
        "tokens" | "ui" => &["Open the token list", "Type {in}"],
        "docs" => &["Open the settings of a swap", "Press the question mark"],
        _ => &["Enter {amount} {in} to {out}", "Press Swap", "Confirm in {wallet}"],
    };
    let first = "Connect {wallet} on {net}";
    std::iter::once(&first).chain(then).map(|step| setting.fill(step)).collect()
}

/// What people say below a report of a fault.
pub(super) fn comment(fault: usize, rng: &mut SeededRng) -> String {
    const ANYWHERE: &[&str] = &[
        "Same here with {wallet} on {net}.",
        "I can reproduce this.",
        "Still there in the newest build.",
        "Only happens on {net} for me. {net2} is fine.",
        "Can confirm. Took me a while to find this report.",
        "Not for me, with {wallet} on {net2}. Which version do you use?",
        "+1, this is the one thing that keeps me from using it every day.",
    ];
    const SWAPS: &[&str] = &[
        "Happened to me with {amount} {in}.",
        "A smaller amount went through for me.",
        "I think it only happens when the route goes through two pools.",
        "The explorer shows “execution reverted”, nothing more.",
        "Waiting a minute and trying again helped.",
        "I can share my transaction if that helps.",
        "Each try costs gas, so I stopped for now.",
    ];
    const WALLET: &[&str] = &[
        "My hardware wallet does not have this problem.",
        "Reconnecting {wallet} helps until the next reload.",
        "It works if I switch the network in {wallet} first.",
    ];
    const SCREEN: &[&str] = &[
        "On desktop it looks fine.",
        "I see it on an iPhone SE too.",
        "Dark theme, if that matters.",
    ];
    const WISHES: &[&str] = &[
        "Yes please.",
        "Would use this every week.",
        "The last swap I used had this, and I miss it.",
        "Nice idea. Maybe as an option in the settings?",
    ];
    let known = &FAULTS[fault_of(fault)];
    let own: &[&str] = match (known.kind, known.area) {
        ("bug", "quote" | "swap" | "approve" | "tokens") => SWAPS,
        ("bug", "wallet") => WALLET,
        ("bug", "ui" | "docs" | "history" | "liquidity") => SCREEN,
        _ => WISHES,
    };
    let said =
        if known.kind != "bug" || rng.happens(55) { rng.one(own) } else { rng.one(ANYWHERE) };
    let setting = Setting::draw(fault, rng);
    let other = (setting.network + 1 + rng.at(NETWORKS.len() - 1)) % NETWORKS.len();
    setting.fill(&said.replace("{net2}", NETWORKS[other].name))
}

/// What an administrator says when a report is closed.
pub(super) fn closing(resolution: &str, rng: &mut SeededRng) -> &'static str {
    match resolution {
        "working_as_intended" => rng.one(&[
            "The price moved past your limit while the transaction was waiting, so the swap protected you. This is how slippage is meant to work.",
            "Permits have a deadline, and yours had passed when the transaction was mined. We will make the deadline easier to see.",
        ]),
        "not_reproducible" => rng.one(&[
            "Three of us tried with the same wallet and network and could not reproduce it. Please tell us if it comes back.",
            "We could not reproduce this on the current build. A transaction hash would help us a lot.",
        ]),
        "wont_fix" => "We understand the wish, but it would make the common case slower for everyone else.",
        "invalid" => "This transaction went to another router, so it is not about our product.",
        "spam" => "The same text was sent many times without anything that we could follow up.",
        _ => "Closed for the reason given above. Reopen it if something is missing.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_report_fits_what_a_report_may_be() {
        let mut rng = SeededRng::of(1, "reports");
        for fault in 0..faults() {
            let report = write(fault, &mut rng);
            let length = report.title.chars().count();
            assert!((8..=140).contains(&length), "{}", report.title);
            assert!(report.body.chars().count() >= 20, "{}", report.body);
            for text in [&report.title, &report.body] {
                assert!(!text.contains('{'), "{text}");
            }
        }
    }

    #[test]
    fn what_fails_on_chain_is_reported_as_a_bug() {
        for failure in &crate::failure::FAILURES {
            let fault = &FAULTS[failure.fault];
            assert!(fault.kind == "bug" && fault.area != "ui", "{:?}", fault.titles);
        }
    }

    #[test]
    fn every_comment_is_filled() {
        let mut rng = SeededRng::of(1, "comments");
        for fault in 0..faults() {
            let said = comment(fault, &mut rng);
            assert!(!said.contains('{') && said.chars().count() >= 3, "{said}");
        }
    }

    #[test]
    fn hardly_two_reports_are_called_the_same() {
        let mut rng = SeededRng::of(1, "reports");
        let mut titles = std::collections::BTreeSet::new();
        for _ in 0..420 {
            let fault = rng.at(faults());
            titles.insert(write(fault, &mut rng).title);
        }
        assert!(titles.len() > 240, "{} titles", titles.len());
    }
}
