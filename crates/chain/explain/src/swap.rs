//! The swap as a whole: what was asked for by calldata, what happened by logs.

use alloy_primitives::{Address, U256};

use crate::Amount;
use crate::call::Call;
use crate::event::{Told, Traded};
use crate::explanation::{Hop, Swap, TokenRef};
use crate::found::Found;
use crate::intent::Intent;
use crate::lenient;
use crate::registry::Registry;
use crate::transaction::Transaction;

/// What routers write for "all that I hold", or for "as much as it takes".
const PLACEHOLDER: U256 = U256::from_limbs([0, 0, 0, 1 << 63]);
const MOST_HOPS: usize = 32;

/// Names and decimals of tokens.
#[derive(Clone, Copy)]
pub(crate) struct Tokens<'a> {
    registry: &'a Registry,
    found: &'a [(Address, String, u8)],
}

impl<'a> Tokens<'a> {
    /// From what the programme knows, then from what the chain said.
    pub(crate) fn new(registry: &'a Registry, found: &'a Found) -> Tokens<'a> {
        Tokens { registry, found: &found.tokens }
    }

    /// A token as it is shown; nothing stands for the network's own coin.
    pub(crate) fn refer(&self, token: Option<Address>) -> TokenRef {
        let Some(address) = token else {
            let symbol = Some(self.registry.native_symbol.clone()).filter(|name| !name.is_empty());
            let decimals = self.registry.native_decimals;
            return TokenRef { address: None, symbol, decimals: Some(decimals) };
        };
        let known = self.registry.tokens.get(&address).map(|token| (&token.symbol, token.decimals));
        let read = || {
            let entry = self.found.iter().find(|(own, ..)| *own == address);
            entry.map(|(_, symbol, decimals)| (symbol, *decimals))
        };
        let named = known.or_else(read);
        TokenRef {
            address: Some(lenient::hex(address.as_slice())),
            symbol: named.map(|(symbol, _)| lenient::text(symbol, 40)),
            decimals: named.map(|(_, decimals)| decimals),
        }
    }
}

/// The swap, and the tokens at its ends for those who need more than their names.
#[derive(Debug, Clone)]
pub(crate) struct Summary {
    /// As it is shown.
    pub swap: Swap,
    /// What went in; the wrapped coin where the own coin was wrapped.
    pub token_in: Option<Address>,
    /// All tokens of the route.
    pub route: Vec<Address>,
    /// Whether a pool got less than was sent, or the recipient less than a pool gave.
    pub is_short_on_the_way: bool,
}

/// Sums up; nothing if nothing was swapped or to be swapped.
pub(crate) fn sum_up(
    transaction: &Transaction,
    call: &Call,
    told: &Told,
    tokens: Tokens<'_>,
    has_succeeded: bool,
) -> Option<Summary> {
    let wish = Wish::of(&call.intents);
    let (first, last) = (told.traded.first(), told.traded.last());
    if wish.is_none() && first.is_none() {
        return None;
    }
    let wish = wish.unwrap_or_default();
    let token_in = wish.token_in.or_else(|| first?.token_in).filter(|token| !token.is_zero());
    let token_out = wish.token_out.or_else(|| last?.token_out).filter(|token| !token.is_zero());
    let has_value = transaction.value.is_some_and(|value| !value.is_zero());
    let is_native_in = wish.is_native_in || call.is_wrapped || has_value;
    let is_native_out = wish.is_native_out || call.is_unwrapped;
    let sender = call.actors.first().copied().or(transaction.from);
    let recipient = recipient(&wish, call, sender, transaction.to);

    let paid = sender.zip(token_in).map(|(who, token)| told.spent(who, token));
    let paid = paid.filter(|paid| !paid.is_zero() && !is_native_in);
    let pooled_in = sum(&told.traded, |trade| trade.token_in == token_in, |trade| trade.amount_in)
        .or_else(|| first.map(|trade| trade.amount_in));
    let pooled_out =
        sum(&told.traded, |trade| trade.token_out == token_out, |trade| trade.amount_out)
            .or_else(|| last.map(|trade| trade.amount_out));
    let got = recipient.zip(token_out).map(|(who, token)| told.received(who, token));
    let got = got.filter(|got| !got.is_zero() && !is_native_out);

    let asked_in =
        wish.amount_in.or(transaction.value.filter(|_| is_native_in && !wish.is_exact_out));
    let (amount_in, amount_out) = if has_succeeded {
        let unwrapped = told.unwrapped.iter().map(|(_, amount)| *amount).next_back();
        (
            paid.or(pooled_in).or(asked_in),
            got.or(unwrapped.filter(|_| is_native_out)).or(pooled_out),
        )
    } else {
        (asked_in, None)
    };
    let is_short_in =
        pooled_in.zip(paid.or(wish.amount_in)).is_some_and(|(pool, sent)| pool < sent);
    let is_short_out = pooled_out.zip(got).is_some_and(|(pool, got)| got < pool);
    let swap = Swap {
        token_in: tokens.refer(token_in.filter(|_| !is_native_in)),
        token_out: tokens.refer(token_out.filter(|_| !is_native_out)),
        amount_in: amount_in.map(Amount),
        amount_out: amount_out.map(Amount),
        min_out: call.least_paid_out.max(wish.min_out).filter(|_| !wish.is_exact_out).map(Amount),
        max_in: wish.max_in.map(Amount),
        exact: if wish.is_exact_out { "out" } else { "in" }.to_owned(),
        recipient: recipient.map(|recipient| lenient::hex(recipient.as_slice())),
        deadline: call.deadline,
        hops: hops(&call.intents, &told.traded),
    };
    let ends = [token_in, token_out].into_iter().flatten();
    let between = call.intents.iter().flat_map(|intent| &intent.hops).map(|hop| hop.token_out);
    let route = ends.chain(between).take(MOST_HOPS).collect();
    let is_short_on_the_way = has_succeeded && (is_short_in || is_short_out);
    Some(Summary { swap, token_in, route, is_short_on_the_way })
}

/// Several swaps as one: parallel parts are added, a chain goes from its first to its last.
#[derive(Default)]
struct Wish {
    token_in: Option<Address>,
    token_out: Option<Address>,
    amount_in: Option<U256>,
    min_out: Option<U256>,
    max_in: Option<U256>,
    is_exact_out: bool,
    is_native_in: bool,
    is_native_out: bool,
    recipient: Option<Address>,
}

impl Wish {
    fn of(intents: &[Intent]) -> Option<Wish> {
        let (first, last) = (intents.first()?, intents.last()?);
        let is_parallel = intents.len() > 1
            && intents.iter().all(|one| {
                one.token_in() == first.token_in() && one.token_out() == first.token_out()
            });
        let added = |of: fn(&Intent) -> Option<U256>, single: &Intent| {
            let all = intents.iter().map(of);
            if is_parallel {
                all.collect::<Option<Vec<_>>>()
                    .map(|all| all.into_iter().fold(U256::ZERO, U256::saturating_add))
            } else {
                of(single)
            }
        };
        Some(Wish {
            token_in: first.token_in(),
            token_out: last.token_out(),
            amount_in: added(|one| one.amount_in, first).filter(|amount| *amount < PLACEHOLDER),
            min_out: added(|one| one.min_out, last),
            max_in: added(|one| one.max_in, first).filter(|amount| *amount < PLACEHOLDER),
            is_exact_out: first.is_exact_out,
            is_native_in: first.is_native_in,
            is_native_out: last.is_native_out,
            recipient: last.recipient,
        })
    }
}

/// The recipient: routers write 1 for the caller, 0 and 2 for themselves.
fn recipient(
    wish: &Wish,
    call: &Call,
    sender: Option<Address>,
    router: Option<Address>,
) -> Option<Address> {
    let named = |address: Address| {
        let number = U256::from_be_slice(address.as_slice());
        let is_router = number.is_zero() || number == U256::from(2) || Some(address) == router;
        match number {
            U256::ONE => sender,
            _ if is_router => None,
            _ => Some(address),
        }
    };
    wish.recipient.and_then(named).or_else(|| call.paid_to.and_then(named)).or(sender)
}

fn sum(
    trades: &[Traded],
    is_one: impl Fn(&Traded) -> bool,
    of: impl Fn(&Traded) -> U256,
) -> Option<U256> {
    let mut found = trades.iter().filter(|trade| is_one(trade)).map(of).peekable();
    found.peek()?;
    Some(found.fold(U256::ZERO, U256::saturating_add))
}

/// The pools: those that told of a swap, with the fee that was asked for, else those asked for.
fn hops(intents: &[Intent], traded: &[Traded]) -> Vec<Hop> {
    let hex = |address: Option<Address>| address.map(|address| lenient::hex(address.as_slice()));
    let planned: Vec<_> = intents.iter().flat_map(|intent| &intent.hops).collect();
    if traded.is_empty() {
        let hop = |plan: &&crate::intent::PlannedHop| Hop {
            pool: None,
            design: plan.design.to_owned(),
            token_in: hex(Some(plan.token_in)),
            token_out: hex(Some(plan.token_out)),
            fee: plan.fee,
        };
        return planned.iter().take(MOST_HOPS).map(hop).collect();
    }
    let hop = |(at, trade): (usize, &Traded)| {
        // In the order of execution, which an exact output runs from its end.
        let same = planned.iter().find(|plan| {
            (Some(plan.token_in), Some(plan.token_out)) == (trade.token_in, trade.token_out)
        });
        let plan = same.or_else(|| planned.get(at).filter(|plan| plan.design == trade.design));
        Hop {
            pool: Some(trade.pool.clone()),
            design: trade.design.to_owned(),
            token_in: hex(trade.token_in.or_else(|| plan.map(|plan| plan.token_in))),
            token_out: hex(trade.token_out.or_else(|| plan.map(|plan| plan.token_out))),
            fee: trade.fee.or_else(|| plan.and_then(|plan| plan.fee)),
        }
    };
    traded.iter().enumerate().take(MOST_HOPS).map(hop).collect()
}
