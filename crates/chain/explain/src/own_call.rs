//! The calls to contracts of the programme in one transaction: a direct one, or those of the operations
//! that a bundle carries for smart accounts.
//!
//! Calls through other contracts are not visible in calldata and receipts, so they are left out.

use std::collections::HashSet;
use std::sync::LazyLock;

use alloy_primitives::{Address, U256, address};
use serde_json::Value as Json;

use crate::abi::Value;
use crate::builtin::function;
use crate::event;
use crate::lenient;
use crate::signature::Signature;
use crate::transaction::Receipt;

/// The entry points of smart accounts, from version 0.6 to 0.9.
pub const ENTRY_POINTS: [Address; 4] = [
    address!("5FF137D4b0FDCD49DcA30c7CF57E578a026d2789"),
    address!("0000000071727De22E5E9d8BAf0edAc6f37da032"),
    address!("4337084D9E255Ff0702461CF8895CE9E3b5Ff108"),
    address!("433709009B8330FDa32311DF1C2AFA402eD8D009"),
];

const MOST_OPERATIONS: usize = 500;
const MOST_INNER_CALLS: usize = 50;

/// The functions by which smart accounts call others. `call` and `calls` are packed as in ERC-7579.
const ACCOUNT_FUNCTIONS: &[&str] = &[
    "execute(address target, uint256 value, bytes data)",
    "executeBatch(address[] targets, bytes[] datas)",
    "executeBatch(address[] targets, uint256[] values, bytes[] datas)",
    "executeBatch((address target, uint256 value, bytes data)[] calls)",
    "execute(bytes32 mode, bytes packed)",
    "executeUserOp(address to, uint256 value, bytes data, uint8 operation)",
    "executeUserOpWithErrorString(address to, uint256 value, bytes data, uint8 operation)",
];

static ACCOUNTS: LazyLock<Vec<Signature>> =
    LazyLock::new(|| ACCOUNT_FUNCTIONS.iter().filter_map(|text| Signature::parse(text)).collect());

/// The batch that ERC-7579 packs into one value.
static PACKED_BATCH: LazyLock<Option<Signature>> = LazyLock::new(|| {
    Signature::parse("batch((address target, uint256 value, bytes data)[] calls)")
});

/// A call to a contract of the programme.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnCall {
    /// The contract.
    pub contract: Address,
    /// The first four bytes of the calldata. `None` if it is shorter.
    pub selector: Option<[u8; 4]>,
    /// The operation that made the call. `None` for a direct call.
    pub operation: Option<Operation>,
}

/// An operation of a smart account, by what identifies it in a bundle.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Operation {
    /// The smart account.
    pub sender: Address,
    nonce: U256,
}

/// Whether the calls of a transaction to this address are in its calldata.
pub fn is_entry_point(to: Address) -> bool {
    ENTRY_POINTS.contains(&to)
}

/// The calls of a transaction to contracts of the programme.
pub fn own_calls(to: Address, input: &[u8], own: &HashSet<Address>) -> Vec<OwnCall> {
    if own.contains(&to) {
        let selector = input.first_chunk().copied();
        return vec![OwnCall { contract: to, selector, operation: None }];
    }
    if is_entry_point(to) { calls_of_bundle(input, own) } else { Vec::new() }
}

fn calls_of_bundle(input: &[u8], own: &HashSet<Address>) -> Vec<OwnCall> {
    let signature = input.first_chunk().and_then(|selector| function::find(*selector));
    let signature = signature.filter(|signature| signature.name == "handleOps");
    let Some(decoded) = signature.and_then(|signature| signature.decode(input)) else {
        return Vec::new();
    };
    let operations = decoded.value.part("ops").and_then(Value::list).unwrap_or_default();
    let calls = operations.iter().take(MOST_OPERATIONS).filter_map(|operation| {
        let sender = operation.part("sender").and_then(Value::address)?;
        let nonce = operation.part("nonce").and_then(Value::uint)?;
        let data = operation.part("callData").and_then(Value::bytes)?;
        let operation = Operation { sender, nonce };
        let inner = inner_calls(data).into_iter().filter(|(target, _)| own.contains(target));
        let inner = inner.map(move |(contract, data)| OwnCall {
            contract,
            selector: data.first_chunk().copied(),
            operation: Some(operation.clone()),
        });
        Some(inner.collect::<Vec<_>>())
    });
    calls.flatten().collect()
}

/// The calls that a smart account makes, in the forms that are known.
fn inner_calls(data: &[u8]) -> Vec<(Address, Vec<u8>)> {
    let decoded = ACCOUNTS.iter().find_map(|signature| signature.decode(data));
    let Some(value) = decoded.map(|decoded| decoded.value) else { return Vec::new() };
    if let Some(packed) = value.part("packed").and_then(Value::bytes) {
        let is_batch =
            value.part("mode").and_then(Value::bytes).and_then(<[u8]>::first) == Some(&1);
        return if is_batch { packed_batch(packed) } else { packed_call(packed) };
    }
    if let Some(calls) = value.part("calls").and_then(Value::list) {
        return all(calls);
    }
    if let Some(targets) = value.part("targets").and_then(Value::list) {
        let datas = value.part("datas").and_then(Value::list).unwrap_or_default();
        let pairs = targets.iter().zip(datas).take(MOST_INNER_CALLS);
        return pairs
            .filter_map(|(target, data)| Some((target.address()?, data.bytes()?.to_vec())))
            .collect();
    }
    one(&value).into_iter().collect()
}

fn all(calls: &[Value]) -> Vec<(Address, Vec<u8>)> {
    calls.iter().take(MOST_INNER_CALLS).filter_map(one).collect()
}

fn one(call: &Value) -> Option<(Address, Vec<u8>)> {
    let target = ["target", "to"].iter().find_map(|name| call.part(name)?.address())?;
    Some((target, call.part("data").and_then(Value::bytes)?.to_vec()))
}

/// A target, a value of 32 bytes, and the rest as calldata.
fn packed_call(packed: &[u8]) -> Vec<(Address, Vec<u8>)> {
    let Some((target, rest)) = packed.split_first_chunk::<20>() else { return Vec::new() };
    let data = rest.get(32..).unwrap_or_default();
    vec![(Address::from(target), data.to_vec())]
}

fn packed_batch(packed: &[u8]) -> Vec<(Address, Vec<u8>)> {
    let signature = PACKED_BATCH.as_ref();
    let decoded = signature.and_then(|signature| signature.decode_parameters(packed));
    let calls = decoded.as_ref().and_then(|decoded| decoded.value.part("calls")?.list());
    all(calls.unwrap_or_default())
}

/// Whether calls of a transaction failed, in their order, as its receipt says. `None` for an
/// operation that was not executed, and for a receipt that does not say.
pub fn outcomes(calls: &[OwnCall], receipt: &Json) -> Vec<Option<bool>> {
    let Some(receipt) = Receipt::read(receipt) else { return vec![None; calls.len()] };
    let logs = receipt.logs.iter().filter(|log| is_entry_point(log.address));
    let executed: Vec<_> = logs.filter_map(event::operation).collect();
    let of = |call: &OwnCall| match &call.operation {
        None => receipt.succeeded.map(|succeeded| !succeeded),
        Some(operation) => executed
            .iter()
            .find(|(sender, nonce, _)| *sender == operation.sender && *nonce == operation.nonce)
            .map(|(_, _, succeeded)| !succeeded),
    };
    calls.iter().map(of).collect()
}

/// Calldata as a node sends it. What is no hex text is empty.
pub fn calldata(input: &Json) -> Vec<u8> {
    lenient::data(input, 1 << 20).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use alloy_primitives::{B256, Bytes, bytes};
    use alloy_sol_types::{SolCall, SolEvent, SolValue};
    use serde_json::json;

    use super::*;

    const ROUTER: Address = address!("5aaeb6053f3e94c9b9a09f33669435e7ef1beaed");
    const TOKEN: Address = address!("00000000000000000000000000000000000000dd");
    const ACCOUNT: Address = address!("00000000000000000000000000000000000000aa");

    alloy_sol_types::sol! {
        struct Packed { address sender; uint256 nonce; bytes initCode; bytes callData; bytes32 accountGasLimits;
            uint256 preVerificationGas; bytes32 gasFees; bytes paymasterAndData; bytes signature; }
        function handleOps(Packed[] ops, address beneficiary);
        struct Call { address target; uint256 value; bytes data; }
        function executeBatch(Call[] calls);
        function execute(bytes32 mode, bytes packed);
        event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce,
            bool success, uint256 actualGasCost, uint256 actualGasUsed);
    }

    mod single {
        alloy_sol_types::sol! { function execute(address target, uint256 value, bytes data); }
    }

    fn bundle(of: &[Vec<u8>]) -> Vec<u8> {
        let packed = of.iter().zip(0_u64..).map(|(data, nonce)| Packed {
            sender: ACCOUNT,
            nonce: U256::from(nonce),
            initCode: Bytes::new(),
            callData: data.clone().into(),
            accountGasLimits: B256::ZERO,
            preVerificationGas: U256::ZERO,
            gasFees: B256::ZERO,
            paymasterAndData: Bytes::new(),
            signature: Bytes::new(),
        });
        handleOpsCall { ops: packed.collect(), beneficiary: TOKEN }.abi_encode()
    }

    fn event(nonce: u64, success: bool) -> Json {
        let event = UserOperationEvent {
            userOpHash: B256::ZERO,
            sender: ACCOUNT,
            paymaster: Address::ZERO,
            nonce: U256::from(nonce),
            success,
            actualGasCost: U256::ZERO,
            actualGasUsed: U256::ZERO,
        };
        let log = event.encode_log_data();
        json!({ "address": ENTRY_POINTS[1], "topics": log.topics(), "data": log.data })
    }

    #[test]
    fn a_direct_call_fails_with_its_transaction() {
        let own = HashSet::from([ROUTER]);
        let calls = own_calls(ROUTER, &bytes!("38ed173900"), &own);
        let selector = Some([0x38, 0xed, 0x17, 0x39]);
        assert_eq!(calls, [OwnCall { contract: ROUTER, selector, operation: None }]);
        assert_eq!(outcomes(&calls, &json!({ "status": "0x0" })), [Some(true)]);
        assert_eq!(outcomes(&calls, &json!({ "status": "0x1" })), [Some(false)]);
        assert_eq!(outcomes(&calls, &json!(null)), [None]);
        assert!(own_calls(TOKEN, &bytes!("38ed1739"), &own).is_empty());
        assert_eq!(own_calls(ROUTER, &[], &own)[0].selector, None);
    }

    #[test]
    fn each_operation_of_a_bundle_has_its_own_outcome() {
        let swap = bytes!("38ed1739");
        let direct = single::executeCall { target: ROUTER, value: U256::ZERO, data: swap.clone() };
        let approval = single::executeCall { target: TOKEN, value: U256::ZERO, data: swap.clone() };
        let call = |target| Call { target, value: U256::ZERO, data: swap.clone() };
        let batch = executeBatchCall { calls: vec![call(TOKEN), call(ROUTER)] };
        let mut packed = ROUTER.to_vec();
        packed.extend([0; 32]);
        packed.extend(&swap);
        let packed = executeCall { mode: B256::ZERO, packed: packed.into() };
        let mut mode = B256::ZERO;
        mode[0] = 1;
        let packed_batch = executeCall { mode, packed: vec![call(ROUTER)].abi_encode().into() };
        let input = bundle(&[
            direct.abi_encode(),
            approval.abi_encode(),
            batch.abi_encode(),
            packed.abi_encode(),
            packed_batch.abi_encode(),
            vec![1, 2, 3, 4],
        ]);
        let calls = own_calls(ENTRY_POINTS[1], &input, &HashSet::from([ROUTER]));
        let nonces: Vec<_> =
            calls.iter().flat_map(|call| &call.operation).map(|one| one.nonce).collect();
        assert_eq!(nonces, [0, 2, 3, 4].map(U256::from));
        assert!(calls.iter().all(|call| call.contract == ROUTER && call.selector.is_some()));
        let logs = [event(0, true), event(2, false), event(3, true)];
        let told = outcomes(&calls, &json!({ "status": "0x1", "logs": logs }));
        assert_eq!(
            told,
            [Some(false), Some(true), Some(false), None],
            "the last one was not executed"
        );
    }

    #[test]
    fn an_event_of_another_contract_says_nothing() {
        let swap =
            single::executeCall { target: ROUTER, value: U256::ZERO, data: bytes!("38ed1739") };
        let calls =
            own_calls(ENTRY_POINTS[1], &bundle(&[swap.abi_encode()]), &HashSet::from([ROUTER]));
        let mut forged = event(0, false);
        forged["address"] = json!(TOKEN);
        assert_eq!(outcomes(&calls, &json!({ "status": "0x1", "logs": [forged] })), [None]);
    }
}
