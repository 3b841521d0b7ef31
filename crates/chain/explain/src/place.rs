//! Where the limits of a call are in its calldata.

use crate::abi::Value;

/// How many bytes a word has.
pub(crate) const WORD: usize = 32;

/// A part of calldata that decides whether the call may pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    /// Where it begins.
    pub at: usize,
    /// What it is.
    pub part: Part,
}

/// What such a part is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// The least that is accepted.
    Least,
    /// The most that may be paid, with the bits of its type.
    Most(usize),
    /// The length of a list with a limit for each pool. Some routers read these limits as least and
    /// others as most, but all of them accept an empty list.
    HopLimits,
    /// The price at which a range pool stops.
    PriceLimit,
    /// The latest time.
    Deadline,
    /// The name of a function.
    Selector([u8; 4]),
    /// The byte of a command.
    Command(u8),
}

/// The limits of a function, a command or an action. The data that was read begins at `base`.
pub(crate) fn limits(name: &str, value: &Value, base: usize) -> Vec<Place> {
    const LEAST: [&str; 6] = [
        "amountOutMin",
        "amountOutMinimum",
        "amountMin",
        "amountMinimum",
        "minAmount",
        "minBalance",
    ];
    const MOST: [&str; 3] = ["amountInMax", "amountInMaximum", "maxAmount"];
    let word = |name: &&str| match value.part(name)? {
        Value::Uint { at, bits, .. } => Some((base + at, *bits)),
        _ => None,
    };
    let least = LEAST.iter().filter_map(word).map(|(at, _)| Place { at, part: Part::Least });
    let most = MOST.iter().filter_map(word).map(|(at, bits)| Place { at, part: Part::Most(bits) });
    let mut places: Vec<Place> = least.chain(most).collect();
    // The length of a list is the word before its first one.
    let first = value.part("hopLimits").and_then(Value::list).and_then(<[Value]>::first);
    if let Some(Value::Uint { at, .. }) = first {
        places
            .extend(at.checked_sub(WORD).map(|at| Place { at: base + at, part: Part::HopLimits }));
    }
    // Pools themselves accept no 0 as such a limit.
    if name.starts_with("exact")
        && let Some((at, _)) = word(&"sqrtPriceLimitX96")
    {
        places.push(Place { at, part: Part::PriceLimit });
    }
    places
}

/// The deadline of a function; none of a permission, because it is signed.
pub(crate) fn deadline(name: &str, value: &Value, base: usize) -> Option<Place> {
    let is_signed = name.starts_with("permit") || name.starts_with("selfPermit");
    match value.part("deadline")? {
        Value::Uint { at, .. } if !is_signed => Some(Place { at: base + at, part: Part::Deadline }),
        _ => None,
    }
}
