//! The rules of a payout in words, for all payees.

use payout::decimal::whole_tokens;
use payout::{Curve, Format, Rounding};

use super::params::{MissingPayout, Plan};

/// The rules in words, stored with the payout.
pub(super) fn rules_text(plan: &Plan) -> String {
    let rules = &plan.rules;
    let tokens =
        |amount| format!("{} {}", whole_tokens(amount, plan.token.decimals), plan.token.symbol);
    let shared = match rules.curve {
        Curve::Proportional => "in proportion to points".to_owned(),
        Curve::Sqrt => "in proportion to the square root of points".to_owned(),
        Curve::Tiers => {
            let tiers = rules.tiers.iter().flatten().map(|tier| match tier.up_to_rank {
                Some(rank) => format!("{} down to rank {rank}", tier.weight),
                None => format!("{} for all others", tier.weight),
            });
            format!("by rank, with these weights: {}", tiers.collect::<Vec<String>>().join(", "))
        }
    };
    let mut text = format!(
        "The pool of {} is shared {shared} among all persons with at least {} points in season {}.",
        tokens(rules.pool),
        rules.min_points,
        plan.season
    );
    if let Some(bps) = rules.cap_bps {
        let percent = payout::decimal::whole_tokens(payout::U256::from(bps), 2);
        text.push_str(&format!(" No person gets more than {percent} % of the pool."));
    }
    text.push_str(&match rules.rounding {
        Rounding::LargestRemainder => format!(
            " Amounts are whole steps of {}; the steps left over go to the largest remainders, among equals by a word made from the season's last hash.",
            tokens(rules.unit)
        ),
        Rounding::Down => {
            format!(" Amounts are rounded down to steps of {}; what is left stays with the team.", tokens(rules.unit))
        }
    });
    text.push_str(match plan.missing {
        MissingPayout::Carry => " Amounts of people without a wallet, or who are set aside, stay with the team until they can be paid.",
        MissingPayout::GiveBack => " People without a wallet do not count; amounts of those set aside stay with the team.",
    });
    text.push_str(match plan.format {
        Format::StandardTree => " The tree is OpenZeppelin's StandardMerkleTree over address and uint256.",
        Format::Indexed => " Leaves are those of Uniswap's MerkleDistributor, in OpenZeppelin's tree; Uniswap's own script builds another tree with another root.",
    });
    text
}
