//! Recomputing the amounts, the leaves and the root of a season file.

use std::io::BufRead;

use feedback_model::standing::Standing;

use super::broken::Broken;
use super::line::{LeafLine, PayeeLine, PayoutLine, SeasonLine};
use super::reader::Reader;
use crate::address;
use crate::bundle::{Bundle, Payee};
use crate::leaf::hashes;
use crate::tree::Tree;

/// Compares amounts, leaves and root with those recomputed from standings, decisions and rules.
pub(super) fn compare_payout(
    reader: &mut Reader<impl BufRead>,
    line: u64,
    payout: &PayoutLine,
    season: &SeasonLine,
    standings: &[Standing],
) -> Result<(), Broken> {
    let here = |problem: String| Broken::at(line, problem);
    let told = payees(reader, standings)?;
    let payees: Vec<Payee<'_>> = standings
        .iter()
        .zip(&told)
        .map(|(standing, payee)| Payee {
            person: standing.person.as_str(),
            points: standing.total.unsigned_abs(),
            decision: payee.decision,
            address: payee.address.as_deref().and_then(address::parse),
        })
        .collect();
    let final_hash = season.final_hash.to_string();
    let bundle = Bundle::of(&payout.rules(), &final_hash, &payees)
        .map_err(|refused| here(refused.to_string()))?;
    compare_leaves(reader, &bundle, standings)?;
    if let Some(address) = bundle.shared_address() {
        return Err(here(format!("two people are paid at {address}")));
    }
    let unallocated = bundle.allocation.unallocated;
    let sums = (payout.leaf_count, payout.sum, payout.carried, payout.unallocated);
    if sums != (bundle.leaves.len() as u64, bundle.sum, bundle.carried, unallocated) {
        return Err(here("the sums are not what the amounts give".to_owned()));
    }
    let root = Tree::of(&hashes(&bundle.leaves, payout.format)).map(|tree| tree.root());
    match root {
        Some(root) if root.to_string() == payout.root => Ok(()),
        Some(root) => Err(here(format!("the leaves lead to the root {root}"))),
        None => Err(here("no person is paid".to_owned())),
    }
}

/// The decisions about all persons with a standing.
fn payees(
    reader: &mut Reader<impl BufRead>,
    standings: &[Standing],
) -> Result<Vec<PayeeLine>, Broken> {
    let mut payees = Vec::with_capacity(standings.len());
    for standing in standings {
        let payee: PayeeLine = reader.expect("payee")?;
        let line = reader.so_far().0;
        if payee.person_id != standing.person.as_str() {
            let problem = format!("what was decided about {} is missing", standing.person);
            return Err(Broken::at(line, problem));
        }
        let is_address =
            |text: &String| address::parse(text).is_some_and(|read| address::lower(read) == *text);
        if payee.address.as_ref().is_some_and(|text| !is_address(text)) {
            return Err(Broken::at(line, "invalid address: expected lower case"));
        }
        payees.push(payee);
    }
    Ok(payees)
}

fn compare_leaves(
    reader: &mut Reader<impl BufRead>,
    bundle: &Bundle,
    standings: &[Standing],
) -> Result<(), Broken> {
    for (index, (leaf, place)) in (0..).zip(bundle.leaves.iter().zip(&bundle.places)) {
        let standing = &standings[*place];
        let expected = LeafLine {
            index,
            person_id: standing.person.as_str().to_owned(),
            address: address::lower(leaf.address),
            points: standing.total,
            amount: leaf.amount,
        };
        if reader.expect::<LeafLine>("leaf")? != expected {
            let line = reader.so_far().0;
            let problem = format!("{} gets {} at this place", expected.address, expected.amount);
            return Err(Broken::at(line, problem));
        }
    }
    match reader.next_if("leaf")? {
        Some(more) => Err(Broken::at(more.number, "a person is paid here who gets nothing")),
        None => Ok(()),
    }
}
