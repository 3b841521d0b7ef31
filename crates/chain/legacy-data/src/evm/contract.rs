//! Calls of functions that only read.

use alloy_primitives::hex;
use chain_node::NodeError;
use parse_engine::Error;
use serde_json::json;

use crate::abi;
use crate::answer::Answer;
use crate::ask::{Chain, is_undone, text_in};
use crate::param::Params;
use crate::refused::{failed, of_node, required};

/// What `revert("…")` begins with.
const ERROR: [u8; 4] = [0x08, 0xc3, 0x79, 0xa0];

/// What a function of a contract returns.
pub(super) async fn run(chain: &Chain<'_>, params: &Params) -> Result<Answer, Error> {
    let address = params.address("address")?;
    let name = params.needed("function_name")?;
    let abi = params.json("abi").ok_or_else(|| required("abi"))?;
    let function =
        abi::function(&abi, &name).ok_or_else(|| failed(format!("abi has no function {name}")))?;
    let given = params.json("params").unwrap_or_else(|| json!({}));
    let data = abi::call(&function, &given).map_err(failed)?;
    let returned = match chain.called(address, data, "latest").await {
        Ok(returned) => returned,
        Err(NodeError::Answered { code, message, data }) if is_undone(code, &message) => {
            return Err(failed(undone(data.as_deref())));
        }
        Err(error) => return Err(of_node(&error)),
    };
    if returned.is_empty() && !function.outputs.is_empty() {
        return Err(failed("There is no contract at this address that answers the call."));
    }
    let value = abi::outcome(&function, &returned)
        .ok_or_else(|| failed("The contract's answer is not what the abi says."))?;
    Ok(Answer::head(value))
}

/// Why the contract undid the call, as far as it says.
fn undone(data: Option<&str>) -> String {
    let bytes = data.and_then(|text| hex::decode(text).ok()).unwrap_or_default();
    let reason = bytes.strip_prefix(&ERROR[..]).and_then(text_in);
    match reason {
        Some(reason) => {
            let reason: String = reason.chars().filter(|c| !c.is_control()).take(200).collect();
            format!("The contract reverted the call: {reason}")
        }
        None => "The contract reverted the call.".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reason_of_a_contract_is_passed_on() {
        let reason = "0x08c379a0000000000000000000000000000000000000000000000000000000000000002000000000000000000000000000000000000000000000000000000000000000026e6f000000000000000000000000000000000000000000000000000000000000";
        assert_eq!(undone(Some(reason)), "The contract reverted the call: no");
        for silent in [None, Some("0x"), Some("0x08c379a0ff"), Some("nonsense")] {
            assert_eq!(undone(silent), "The contract reverted the call.");
        }
    }
}
