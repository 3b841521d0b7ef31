//! Reports as testers of a swap write them: some good, some hasty.

use super::seeded_rng::SeededRng;

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

/// A fault of the product: several people may run into the same one.
struct Fault {
    kind: &'static str,
    area: &'static str,
    severity: &'static str,
    /// What people call it, with `{in}`, `{out}`, `{net}`, `{wallet}`, `{amount}` to be filled.
    titles: &'static [&'static str],
    story: &'static str,
    expected: &'static str,
    actual: &'static str,
}

const fn bug(
    area: &'static str,
    severity: &'static str,
    titles: &'static [&'static str],
    story: &'static str,
    expected: &'static str,
    actual: &'static str,
) -> Fault {
    Fault { kind: "bug", area, severity, titles, story, expected, actual }
}

const fn wish(
    kind: &'static str,
    area: &'static str,
    titles: &'static [&'static str],
    story: &'static str,
) -> Fault {
    Fault { kind, area, severity: "S4", titles, story, expected: "", actual: "" }
}

#[rustfmt::skip] // A table, one fault per line.
const FAULTS: &[Fault] = &[
    bug("approve", "S2", &["Permit expired right after signing {in} on {net}", "AllowanceExpired seconds after I signed for {in} ({wallet})", "Signed the {in} permit, swap on {net} reverts as expired"], "I signed the permit for {amount} {in} and pressed Swap at once. {wallet} showed the transaction, it was mined within a minute and still reverted.", "The permit I signed seconds ago is accepted.", "Reverted with AllowanceExpired although the deadline shown was 30 minutes."),
    bug("quote", "S2", &["{in} to {out} pays less than quoted on two-hop routes", "Got 3 % less {out} than the quote said", "Receipt and quote differ for {in} → {out} on {net}"], "The quote said one thing, the receipt another. I tried {amount} {in} three times on {net}, each time the route went over two pools.", "What I receive is within the slippage shown.", "I received about 3 % less than quoted, and the confirmation still shows the quote."),
    bug("swap", "S1", &["Swap of {amount} {in} sent twice after the wallet was slow", "Double transaction with {wallet}: button active again too early", "{amount} {in} swapped two times by one press on {net}"], "{wallet} needed about twenty seconds to open. Meanwhile the button became active again, and I ended up with two transactions.", "One press, one transaction.", "Both were mined; I swapped twice."),
    bug("swap", "S3", &["Max button leaves no {in} for fees on {net}", "Max with {in} cannot be sent: nothing left for gas", "Using Max on {net} ends in insufficient funds ({wallet})"], "Pressed Max, confirmed, and the wallet said insufficient funds for gas.", "Max keeps enough of the network's coin for the fee.", "The whole balance is filled in and the transaction cannot be sent."),
    bug("wallet", "S2", &["{wallet} stays on the wrong network after switching to {net}", "Switching to {net} does not reach {wallet}", "Chain id error for {in} because {wallet} was never asked to switch"], "The app says {net}, the wallet says something else. Every action then fails with a message about the chain id.", "The app asks the wallet to switch, or says that it did not.", "Nothing is asked; the swap fails after signing."),
    bug("wallet", "S3", &["Account change in {wallet} is not noticed", "Page keeps the old address after I change accounts in {wallet} on {net}", "Balance of {in} belongs to the account I used before"], "I changed the account in the wallet while the page was open. The balance and the address stayed those of the old one.", "The page shows the account I am using.", "Old address until reload; the approval went to the new one."),
    bug("quote", "S3", &["Quote for {in} to {out} never refreshes on {net}", "Price of {in} stands still for minutes, then the swap fails", "Old {in}/{out} quote without any sign of its age"], "Left the page open for five minutes. The price did not move, then the swap failed with too little received.", "The quote refreshes or says it is old.", "Stale quote without a sign of its age."),
    bug("liquidity", "S2", &["Removing {in}/{out} liquidity shows the wrong share", "Share of my {in}/{out} position is off by ten in the dialog", "12.4 % or 1.24 %? Remove dialog disagrees with the list on {net}"], "My position shows 12.4 % of the pool, the confirm dialog 1.24 %. I did not dare to sign.", "The same share in both places.", "Off by a factor of ten between list and dialog."),
    bug("history", "S3", &["Swap on {net} pending for ever in the history", "History says pending, explorer says success ({in}, {net})", "Spinner never stops for my {in} swap in the history"], "The transaction was mined an hour ago and the explorer shows success. The list still says pending, also after reload.", "The state follows the chain.", "Pending, with a spinner."),
    bug("tokens", "S3", &["{in} shown with the wrong decimals on {net}", "Balance of {in} a million times too small", "{net}: my {in} shows as 0.00000025"], "The balance of {in} is a million times too small. Other tokens are right.", "My balance as the explorer shows it.", "0.00000025 instead of 250."),
    bug("ui", "S4", &["Slippage menu is cut off on a small phone with {wallet}", "Cannot reach custom slippage for {in} on a 360 px screen", "Last entry of the slippage menu is off the page ({wallet} in-app browser)"], "On a 360 px wide screen the last entry of the menu is outside the page.", "All entries can be reached.", "The custom value cannot be entered."),
    bug("approve", "S3", &["Approval of {in} asked again for every swap", "Unlimited approval of {in} is forgotten on {net}", "Why approve {in} each time? {wallet} shows it is approved"], "I approved an unlimited amount of {in}. The next swap on {net} asks again, every time.", "One approval is enough.", "An approval before each swap, each with a fee."),
    bug("swap", "S2", &["Deadline passed on {net} although I confirmed within seconds", "TransactionDeadlinePassed 14 seconds after signing {in}", "Deadline of the {in} swap is already in the past when I sign with {wallet}"], "Transaction mined 14 seconds after signing, reverted with TransactionDeadlinePassed. My clock is right.", "The deadline counts from signing.", "Reverted; the deadline in the call is in the past."),
    bug("tokens", "S2", &["Fee-on-transfer token {in} always fails", "INSUFFICIENT_OUTPUT_AMOUNT for {in} whatever the slippage", "Quote ignores the transfer fee of {in} on {net}"], "Any amount of {in} fails with INSUFFICIENT_OUTPUT_AMOUNT, also with 10 % slippage.", "A warning, or a route that works.", "Reverts every time; the quote ignores the token's fee."),
    bug("quote", "S3", &["No route found from {in} to {out} on {net} although the pool exists", "My own {in}/{out} pool is not used for routes", "“No route” for {in} → {out}, liquidity is there on {net}"], "The pool has liquidity, I added it myself. The app says no route.", "The route over that pool.", "No route found."),
    bug("history", "S4", &["Dates of {net} swaps in the history are in the wrong time zone", "History shows my {in} swap for tomorrow morning", "Times of swaps on {net} are UTC and do not say so"], "I swapped at nine in the evening, the list says three in the morning tomorrow.", "My own time zone.", "UTC without a word."),
    bug("docs", "S4", &["Link to the slippage help page is dead on {net}", "Question mark beside Slippage leads nowhere ({in} swap)", "Help for slippage: not found, opened from {wallet}"], "The question mark beside Slippage leads to a page that is not there.", "Help.", "Not found."),
    bug("ui", "S3", &["Token list jumps while typing {in}", "Picked the wrong token twice while searching {in}", "Rows of the token list move under my finger on {net}"], "While I type the name, rows move and I selected the wrong token twice.", "Rows stay where they are until I stop typing.", "Jumps with each letter."),
    bug("wallet", "S3", &["{wallet} asks to sign in again after each reload", "Connection to {wallet} is not remembered on {net}", "Have to connect {wallet} after every reload"], "I connect, reload, and have to connect again. Storage is allowed.", "The connection is remembered.", "Disconnected after each reload."),
    bug("swap", "S2", &["Swap of {amount} {in} reverts with no reason on {net}", "“Transaction failed”, nothing else, for {amount} {in}", "Empty revert on {net} after gas estimation was fine ({in} to {out})"], "Gas estimation worked, the transaction was mined and reverted with empty data.", "A reason, or a warning before.", "“Transaction failed”, nothing else."),
    wish("friction", "swap", &["Too many confirmations to swap {in}", "Four screens for {amount} {in} are too many", "Swapping {in} on {net}: approve, permit, review, confirm …"], "Approve, permit, review, confirm, and then the wallet. For a small amount of {in} that is four screens too many."),
    wish("friction", "quote", &["Price impact of {in} to {out} is hard to find", "Show price impact without opening Details ({in}/{out})", "I missed the price impact of {amount} {in}"], "The number that matters most is folded away under Details."),
    wish("friction", "ui", &["Amounts of {in} cannot be pasted with a comma", "Pasting 1,250.50 {in} does nothing", "Amount field for {in} refuses numbers from a spreadsheet"], "I copy 1,250.50 from a spreadsheet and nothing happens. No word why."),
    wish("friction", "wallet", &["No hint that {wallet} waits for me", "Page spins while {wallet} hides behind another window", "Tell me to look at {wallet} when {in} has to be confirmed"], "The page spins and the wallet sits in another window. A line would do."),
    wish("friction", "tokens", &["Two tokens called {in} without a way to tell them apart", "Which {in} is the real one? Address is not shown", "Search for {in} on {net} gives two equal rows"], "Search for {in} shows two rows with the same name and picture. Only the address differs, and it is not shown."),
    wish("idea", "history", &["Export my swaps on {net} as a file", "CSV of all my {in} swaps for the tax office", "Download the history of {net} with prices and fees"], "For the tax office I need every swap with price and fee. A CSV would be enough."),
    wish("idea", "quote", &["Tell me when {in} reaches a price", "Price alert for {in}/{out}", "A mark I can set on {in}, and a line when it is passed"], "A line in the app is enough, no push needed."),
    wish("idea", "swap", &["Remember slippage per pair, like {in}/{out}", "Keep my slippage for {in}/{out}", "Different slippage for {in} than for new tokens on {net}"], "For {in}/{out} I always use 0.1 %, for new tokens 2 %. Let the app remember."),
    wish("idea", "liquidity", &["Show fees earned by my {in}/{out} position", "What has my {in}/{out} position earned so far?", "Fees of a position on {net} are nowhere to be seen"], "The position shows its value, not what it earned."),
    wish("idea", "ui", &["Keyboard shortcut to flip {in} and {out}", "One key to change direction {in} ↔ {out}", "Flip button for {in}/{out} should have a shortcut"], "A single key to change direction would save me a hundred clicks a day."),
];

pub(super) const TOKENS: &[&str] = &[
    "USDC", "USDT", "DAI", "WETH", "WBTC", "LINK", "UNI", "AAVE", "CRV", "stETH", "rETH", "MKR",
    "LDO", "ARB", "OP",
];
pub(super) const NETWORKS: &[&str] =
    &["Sepolia", "Base Sepolia", "Arbitrum Sepolia", "OP Sepolia", "Polygon Amoy"];
const WALLETS: &[&str] = &[
    "MetaMask",
    "Rabby",
    "Rainbow",
    "Coinbase Wallet",
    "Ledger Live",
    "Safe",
    "Trust Wallet",
    "Frame",
];
const AMOUNTS: &[&str] = &["0.05", "1", "12.5", "40", "100", "250", "1,000", "2,400", "10,000"];

/// The place of a fault in the list, whichever token and network it is about.
pub(super) fn fault_of(fault: usize) -> usize {
    fault % FAULTS.len()
}

/// The place of the network that a fault is about.
pub(super) fn network_of(fault: usize) -> usize {
    (fault / FAULTS.len() / TOKENS.len()) % NETWORKS.len()
}

/// How many faults the product has; reports of one fault are duplicates of one another.
pub(super) fn faults() -> usize {
    FAULTS.len() * TOKENS.len() * NETWORKS.len()
}

/// A report of the fault of a number, in a user's own words.
pub(super) fn write(fault: usize, rng: &mut SeededRng) -> Report {
    let known = &FAULTS[fault % FAULTS.len()];
    let rest = fault / FAULTS.len();
    let (token, network) = (rest % TOKENS.len(), (rest / TOKENS.len()) % NETWORKS.len());
    let words = Words {
        from: TOKENS[token],
        to: TOKENS[(token + 1 + rng.at(TOKENS.len() - 1)) % TOKENS.len()],
        network: NETWORKS[network],
        wallet: WALLETS[rng.at(WALLETS.len())],
        amount: AMOUNTS[rng.at(AMOUNTS.len())],
    };
    let is_thorough = rng.happens(60);
    let filled = |text: &str| words.fill(text);
    let optional = |text: &'static str| (is_thorough && !text.is_empty()).then(|| filled(text));
    Report {
        kind: known.kind,
        area: known.area,
        title: opening(filled(rng.one(known.titles)), rng),
        body: body(&filled(known.story), &words, is_thorough, rng),
        steps: if is_thorough && known.kind == "bug" {
            steps(known.area, &words)
        } else {
            Vec::new()
        },
        expected: optional(known.expected),
        actual: optional(known.actual),
        severity: known.severity,
        is_thorough,
    }
}

struct Words {
    from: &'static str,
    to: &'static str,
    network: &'static str,
    wallet: &'static str,
    amount: &'static str,
}

impl Words {
    fn fill(&self, text: &str) -> String {
        text.replace("{in}", self.from)
            .replace("{out}", self.to)
            .replace("{net}", self.network)
            .replace("{wallet}", self.wallet)
            .replace("{amount}", self.amount)
    }
}

/// People put things differently.
fn opening(title: String, rng: &mut SeededRng) -> String {
    let title = match rng.at(12) {
        0 => format!("{title} (since the last build)"),
        1 => format!("Again: {title}"),
        2 => title.to_lowercase(),
        _ => title,
    };
    title.chars().take(140).collect()
}

fn body(story: &str, words: &Words, is_thorough: bool, rng: &mut SeededRng) -> String {
    if !is_thorough {
        return rng
            .one(&[
                story,
                "Does not work for me, see the title. Happens every time I try.",
                "Same as always: I press the button and it fails. Please fix before launch.",
            ])
            .to_owned();
    }
    let after = rng.one(&[
        "Happens every time.",
        "Happened twice out of five tries.",
        "A reload does not help.",
        "In another browser it is the same.",
        "It worked in the build before.",
    ]);
    format!(
        "{story}\n\n{after}\n\n- Wallet: {}\n- Network: {}\n- Amount: {} {}",
        words.wallet, words.network, words.amount, words.from
    )
}

fn steps(area: &str, words: &Words) -> Vec<String> {
    let first = format!("Connect {} on {}", words.wallet, words.network);
    let then = match area {
        "liquidity" => vec!["Open Liquidity", "Choose the position", "Press Remove"],
        "history" => vec!["Make a swap", "Open History"],
        "wallet" => vec!["Change something in the wallet", "Look at the page"],
        "tokens" | "ui" => vec!["Open the token list", "Type the name"],
        _ => vec!["Enter the amount", "Press Swap", "Confirm in the wallet"],
    };
    std::iter::once(first).chain(then.into_iter().map(str::to_owned)).collect()
}

/// What people say below a report.
pub(super) fn comment(rng: &mut SeededRng) -> String {
    let said = rng.one(&[
        "Same here, {wallet} on {net}.",
        "I can reproduce this with {amount} {in}.",
        "Works for me with {wallet}. Which version do you use?",
        "Happens only when the route goes over two pools, I think.",
        "Still there in the newest build.",
        "Thanks, that explains it. I had the wrong network selected.",
        "For what it is worth: a hardware wallet does not have this problem.",
        "The explorer shows `execution reverted` without data.",
        "Lowering the amount to {amount} made it go through.",
        "I see the same on {net}, but not on {net2}.",
    ]);
    let words = Words {
        from: TOKENS[rng.at(TOKENS.len())],
        to: TOKENS[rng.at(TOKENS.len())],
        network: NETWORKS[rng.at(NETWORKS.len())],
        wallet: WALLETS[rng.at(WALLETS.len())],
        amount: AMOUNTS[rng.at(AMOUNTS.len())],
    };
    words.fill(said).replace("{net2}", NETWORKS[rng.at(NETWORKS.len())])
}

/// What an administrator says when a report is closed.
pub(super) fn closing(resolution: &str, rng: &mut SeededRng) -> &'static str {
    match resolution {
        "working_as_intended" => rng.one(&[
            "The swap protected you: the price moved past your limit while the transaction waited.",
            "This is how permits work: they carry a deadline, and yours had passed when it was mined.",
        ]),
        "not_reproducible" => "Three of us tried with the wallet and network you named and could not see it. Tell us if it comes back.",
        "wont_fix" => "We understand the wish, but it would make the common case slower for everybody else.",
        "invalid" => "This is about another product: the transaction went to a router that is not ours.",
        "spam" => "The same text was sent many times without anything we could follow.",
        _ => "Closed for the reason given above; reopen it if something is missing.",
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
    fn hardly_two_reports_are_called_the_same() {
        let mut rng = SeededRng::of(1, "reports");
        let mut titles = std::collections::BTreeSet::new();
        for _ in 0..420 {
            let fault = rng.at(faults());
            titles.insert(write(fault, &mut rng).title);
        }
        assert!(titles.len() > 380, "{} titles", titles.len());
    }
}
