mod calls;

use alloy_primitives::{Bytes, U256, aliases::U48, aliases::U160};
use alloy_sol_types::{SolCall, SolValue};
use proptest::prelude::*;

use super::*;
use calls::{
    Input, actions, both, commands, execute, plain_calls, token, tokens, universal, v2, v3,
};

const LATER: u64 = 5_000_000_000;

/// The words behind the selector that differ, and what they became.
fn differences(before: &[u8], after: &[u8]) -> Vec<(usize, U256)> {
    assert_eq!(before.len(), after.len());
    assert_eq!(before[..4], after[..4]);
    let words = before[4..].chunks(32).zip(after[4..].chunks(32)).enumerate();
    let changed = words.filter(|(_, (before, after))| before != after);
    changed.map(|(at, (_, after))| (at, U256::from_be_slice(after))).collect()
}

/// Where a part begins in the whole, in words behind the selector.
fn word_of(whole: &[u8], part: &[u8]) -> usize {
    let at = whole.windows(part.len()).position(|window| window == part).unwrap();
    assert_eq!((at - 4) % 32, 0);
    (at - 4) / 32
}

fn number() -> impl Strategy<Value = U256> {
    // Also 0, and the same amounts again and again.
    prop_oneof![Just(U256::ZERO), Just(U256::from(5)), any::<u128>().prop_map(U256::from)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn of_a_plain_call_only_the_named_words_change(
        amount in number(), limit in number(), deadline in 1_u64..4_000_000_000,
    ) {
        for (call, lower, upper, late) in plain_calls(amount, limit, U256::from(deadline)) {
            let expected: Vec<(usize, U256)> = [
                lower.filter(|_| !limit.is_zero()).map(|at| (at, U256::ZERO)),
                upper.map(|at| (at, U256::MAX)),
            ].into_iter().flatten().collect();
            match patched(&call, &[Change::Limits]) {
                Some(after) => {
                    prop_assert_eq!(differences(&call, &after), expected);
                    let intents = read(&after).intents;
                    let limits = intents.iter().map(|one| (one.min_out, one.max_in));
                    for (least, most) in limits {
                        prop_assert_eq!(least, lower.map(|_| U256::ZERO));
                        prop_assert_eq!(most, upper.map(|_| U256::MAX));
                    }
                }
                None => prop_assert_eq!((lower, upper), (None, None)),
            }
            let later = patched(&call, &[Change::Deadline(LATER)]);
            prop_assert_eq!(
                later.map(|after| differences(&call, &after)),
                late.map(|at| vec![(at, U256::from(LATER))])
            );
        }
    }

    #[test]
    fn inside_lists_of_calls_every_limit_changes(
        amount in number(), limit in number(), deadline in 1_u64..4_000_000_000,
    ) {
        let rows = plain_calls(amount, limit, U256::from(deadline));
        let inner: Vec<Bytes> = rows.iter().map(|(call, ..)| call.clone().into()).collect();
        let call = both::multicallCall { deadline: U256::from(deadline), data: inner.clone() };
        let call = call.abi_encode();
        let after = patched(&call, &[Change::Limits, Change::Deadline(LATER)]).unwrap();
        let again = both::multicallCall::abi_decode(&after).unwrap();
        prop_assert_eq!(again.deadline, U256::from(LATER));
        for (before, after) in inner.iter().zip(&again.data) {
            let alone = patched(before, &[Change::Limits, Change::Deadline(LATER)]);
            prop_assert_eq!(alone.unwrap_or_else(|| before.to_vec()), after.to_vec());
        }
        let plain = v3::multicallCall { data: inner }.abi_encode();
        prop_assert!(patched(&plain, &[Change::Limits]).is_some());
    }

    #[test]
    fn inside_commands_and_actions_only_the_named_words_change(
        amount in any::<u64>(), limit in 1_u64..u64::MAX, deadline in 1_u64..4_000_000_000,
    ) {
        let deadline = U256::from(deadline);
        let mut cases: Vec<(Vec<u8>, Input, U256)> = commands(U256::from(amount), U256::from(limit))
            .into_iter()
            .map(|row| (execute(vec![(row.0, row.1.clone())], deadline), row, U256::MAX))
            .collect();
        for row in actions(amount.into(), limit.into()) {
            let params = vec![Bytes::from(row.1.clone())];
            let input = (Bytes::from(vec![row.0]), params).abi_encode_params();
            let largest = if row.0 == 0x0c { U256::MAX } else { U256::from(u128::MAX) };
            cases.push((execute(vec![(0x10, input)], deadline), row, largest));
        }
        for (call, (byte, input, is_upper, word), largest) in cases {
            let begin = word_of(&call, &input);
            let after = patched(&call, &[Change::Limits]);
            let after = after.unwrap_or_else(|| panic!("0x{byte:02x} {word}"));
            let mut expected = vec![(begin + word, if is_upper { largest } else { U256::ZERO })];
            if word == 5 {
                // The list of limits of each pool is emptied: its length is the word before 77.
                let first = (call.len() - 4) / 32;
                let at = (begin..first).find(|at| {
                    U256::from_be_slice(&call[4 + 32 * at..][..32]) == U256::from(77)
                        && U256::from_be_slice(&call[4 + 32 * (at - 1)..][..32]) == U256::ONE
                });
                expected.push((at.unwrap() - 1, U256::ZERO));
            }
            prop_assert_eq!(differences(&call, &after), expected, "0x{:02x}", byte);
            let later = patched(&call, &[Change::Deadline(LATER)]).unwrap();
            prop_assert_eq!(differences(&call, &later), vec![(2, U256::from(LATER))]);
        }
    }

    #[test]
    fn any_calldata_is_changed_at_its_places_or_refused(
        row in 0_usize..18, at in any::<prop::sample::Index>(), noise in any::<[u8; 32]>(),
        cut in any::<prop::sample::Index>(), tail in prop::collection::vec(any::<u8>(), 0..200),
    ) {
        let (mut call, ..) = plain_calls(U256::from(9), U256::from(5), U256::from(7)).swap_remove(row);
        let inner = vec![call.clone().into(), call.clone().into()];
        call = both::multicallCall { deadline: U256::from(7), data: inner }.abi_encode();
        // Offsets and lengths that point anywhere.
        let words = (call.len() - 4) / 32;
        let at = 4 + 32 * at.index(words);
        let word = if noise[0] < 128 { U256::from(noise[1]) } else { U256::from_be_bytes(noise) };
        call[at..at + 32].copy_from_slice(&word.to_be_bytes::<32>());
        call.extend(tail);
        call.truncate(cut.index(call.len()) + call.len() / 2);
        if let Some(after) = patched(&call, &[Change::Limits]) {
            let places: Vec<usize> = read(&call).places.iter().map(|place| place.at).collect();
            for (at, _) in call.iter().zip(&after).enumerate().filter(|(_, (a, b))| a != b) {
                prop_assert!(places.iter().any(|place| (*place..place + 32).contains(&at)));
            }
        }
    }
}

#[test]
fn other_functions_and_commands_take_the_place_of_those_that_failed() {
    let (a, min, to) = (U256::from(5), U256::from(5), token(0x99));
    let deadline = U256::from(7);
    let call = v2::swapExactTokensForTokensCall { a, min, path: tokens(), to, deadline };
    let call = call.abi_encode();
    let after = patched(&call, &[Change::FeeFunction]).unwrap();
    assert_eq!(after[..4], 0x5c11_d795_u32.to_be_bytes());
    assert_eq!(after[4..], call[4..]);
    assert_eq!(patched(&after, &[Change::FeeFunction]), None);

    let permit = universal::Permit {
        details: universal::Details {
            token: to,
            amount: U160::from(5),
            expiration: U48::from(7),
            nonce: U48::ZERO,
        },
        spender: to,
        deadline,
    };
    let permit = (permit, Bytes::from(vec![1; 65])).abi_encode_params();
    let swap = commands(a, min).swap_remove(0).1;
    let call = execute(vec![(0x0a, permit), (0x00, swap)], deadline);
    let after = patched(&call, &[Change::Permission]).unwrap();
    let again = universal::executeCall::abi_decode(&after).unwrap();
    assert_eq!(again.commands.as_ref(), [0x8a, 0x00]);
    assert_eq!(differences(&call, &after).len(), 1);

    let signed = v3::selfPermitCall {
        token: to,
        value: a,
        deadline,
        v: 27,
        r: [1; 32].into(),
        s: [2; 32].into(),
    };
    let call = v3::multicallCall { data: vec![signed.abi_encode().into()] }.abi_encode();
    let after = patched(&call, &[Change::Permission]).unwrap();
    let again = v3::multicallCall::abi_decode(&after).unwrap();
    assert_eq!(again.data[0][..4], 0xc2e3_140a_u32.to_be_bytes());
    assert_eq!(patched(&call, &[Change::Deadline(LATER)]), None, "it is signed");
}

#[test]
fn a_wrapped_amount_is_no_limit() {
    let wrap = (token(2), U256::from(5)).abi_encode_params();
    assert_eq!(patched(&execute(vec![(0x0b, wrap)], U256::ONE), &[Change::Limits]), None);
}

#[test]
fn a_limit_that_shares_its_word_with_an_amount_is_refused() {
    let (to, amount) = (token(0x99), U256::from(5));
    let swap = (to, amount, amount, tokens(), true).abi_encode_params();
    // The second input begins at the length of the first one, so that its limit is the amount there.
    let lengths = [3 * 32, 2 * 32, 3 * 32, swap.len()].map(|word| U256::from(word).abi_encode());
    let parts = [lengths.concat(), swap].concat();
    let header = [0x60, 0xa0, 7, 2].map(|word: u64| U256::from(word).abi_encode()).concat();
    let call = |commands: [u8; 2]| {
        let selector = universal::executeCall::SELECTOR;
        let commands = [commands.as_slice(), &[0; 30]].concat();
        let count = U256::from(2).abi_encode();
        [selector.as_slice(), &header, &commands, &count, &parts].concat()
    };
    // The command in the second place is one that transfers, and then one that checks a balance.
    assert!(patched(&call([0x08, 0x05]), &[Change::Limits]).is_some());
    assert_eq!(patched(&call([0x08, 0x0e]), &[Change::Limits]), None);
}
