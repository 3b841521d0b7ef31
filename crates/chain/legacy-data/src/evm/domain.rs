//! Names: ENS, and those of Unstoppable Domains.

use alloy_dyn_abi::DynSolValue;
use alloy_primitives::{Address, B256, U256, address, hex, keccak256};
use parse_engine::Error;
use parse_model::Json;
use serde_json::json;

use crate::answer::Answer;
use crate::ask::{Chain, encoded, text_in};
use crate::param::Params;
use crate::quantity::{address_in, spelled};
use crate::refused::{failed, not_found};

/// The registry of ENS, at one address on every chain that has it.
const ENS: Address = address!("00000000000C2E074eC69A0dFb2997BA6C7d2e1e");

/// The registries of Unstoppable Domains: Polygon's, Ethereum's, Base's.
const UNSTOPPABLE: [Address; 3] = [
    address!("a9a6A3626993D487d2Dbda3173cf58cA1a9D9e9f"),
    address!("049aba7510f45BA5b64ea9E658E342F904DB358D"),
    address!("F6c1b83977DE3dEffC476f5048A0a84d3375d498"),
];

/// The longest name that is looked for.
const LONGEST: usize = 255;

/// A name whose spelling is the same in every alphabet. Names of other letters need tables to be
/// told from those that only look like them.
fn name(text: &str) -> Result<String, Error> {
    let name = text.trim().to_ascii_lowercase();
    let is_label = |label: &str| {
        let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        !label.is_empty() && label.bytes().all(is_letter)
    };
    if name.len() <= LONGEST && name.contains('.') && name.split('.').all(is_label) {
        Ok(name)
    } else {
        Err(failed(
            "domain must be a name of ASCII letters, digits, hyphens and underscores, with a dot",
        ))
    }
}

/// The number of a name, as both systems make it.
fn node_of(name: &str) -> B256 {
    name.rsplit('.').filter(|label| !label.is_empty()).fold(B256::ZERO, |node, label| {
        keccak256([node.as_slice(), keccak256(label).as_slice()].concat())
    })
}

async fn is_there(chain: &Chain<'_>, contract: Address) -> Result<bool, Error> {
    let code = chain.request("eth_getCode", json!([spelled(contract), "latest"])).await?;
    Ok(code.as_str().is_some_and(|code| code.len() > 2))
}

async fn ens_or_refuse(chain: &Chain<'_>) -> Result<(), Error> {
    if is_there(chain, ENS).await? {
        Ok(())
    } else {
        Err(failed("There is no registry of ENS on this chain; ask with chain \"eth\"."))
    }
}

async fn resolver(chain: &Chain<'_>, node: B256) -> Result<Option<Address>, Error> {
    let found = chain.word(ENS, "resolver(bytes32)", &[node], "latest").await?;
    Ok(found.and_then(address_in).filter(|resolver| !resolver.is_zero()))
}

async fn address_of(chain: &Chain<'_>, name: &str) -> Result<Option<Address>, Error> {
    let node = node_of(name);
    let Some(resolver) = resolver(chain, node).await? else { return Ok(None) };
    let found = chain.word(resolver, "addr(bytes32)", &[node], "latest").await?;
    Ok(found.and_then(address_in).filter(|address| !address.is_zero()))
}

/// The address of a name of ENS.
pub(super) async fn ens(chain: &Chain<'_>, params: &Params) -> Result<Answer, Error> {
    let name = name(&params.needed("domain")?)?;
    ens_or_refuse(chain).await?;
    let found = address_of(chain, &name).await?;
    let address = found.ok_or_else(|| not_found(format!("No address is known for {name}.")))?;
    Ok(Answer::head(json!({ "address": spelled(address) })))
}

/// The name of an address in ENS, if the name agrees.
pub(super) async fn reverse(chain: &Chain<'_>, params: &Params) -> Result<Answer, Error> {
    let address = params.address("address")?;
    ens_or_refuse(chain).await?;
    let missing = || not_found("No name is known for this address.");
    let node = node_of(&format!("{}.addr.reverse", hex::encode(address)));
    let resolver = resolver(chain, node).await?.ok_or_else(missing)?;
    let told = chain.text(resolver, "name(bytes32)", &[node]).await?.ok_or_else(missing)?;
    let told = name(&told).map_err(|_| missing())?;
    // Any address may claim a name; the name must resolve to the same address.
    if address_of(chain, &told).await? != Some(address) {
        return Err(missing());
    }
    Ok(Answer::head(json!({ "name": told })))
}

/// The address of a name of Unstoppable Domains in a currency.
pub(super) async fn unstoppable(chain: &Chain<'_>, params: &Params) -> Result<Answer, Error> {
    let name = name(&params.needed("domain")?)?;
    let currency = match params.text("currency").as_deref() {
        None | Some("0x1") => "ETH".to_owned(),
        Some(named) => named.to_ascii_uppercase(),
    };
    if !currency.bytes().all(|byte| byte.is_ascii_alphanumeric()) || currency.len() > 16 {
        return Err(crate::refused::unreadable("currency", "the symbol of a currency"));
    }
    let arguments = DynSolValue::Tuple(vec![
        DynSolValue::String(format!("crypto.{currency}.address")),
        DynSolValue::Uint(U256::from_be_bytes(node_of(&name).0), 256),
    ]);
    let mut data = encoded("get(string,uint256)", &[]);
    data.extend(arguments.abi_encode_params());
    let mut has_registry = false;
    for registry in UNSTOPPABLE {
        if !is_there(chain, registry).await? {
            continue;
        }
        has_registry = true;
        let told = chain.call(registry, data.clone(), "latest").await?;
        let told = told.and_then(|bytes| text_in(&bytes)).filter(|text| !text.is_empty());
        if let Some(address) = told {
            return Ok(Answer::head(json!({ "address": Json::String(address) })));
        }
    }
    if has_registry {
        Err(not_found(format!("No address is known for {name}.")))
    } else {
        Err(failed(
            "There is no registry of Unstoppable Domains on this chain; ask with chain \"polygon\" or \"eth\".",
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_a_name_is_that_of_the_standard() {
        assert_eq!(node_of(""), B256::ZERO);
        assert_eq!(
            format!("{:x}", node_of("eth")),
            "93cdeb708b7545dc668eb9280176169d1c33cfd8ed6f04690a0bcc88a93fc4ae"
        );
        assert_eq!(
            format!("{:x}", node_of("foo.eth")),
            "de9b09fd7c5f901e23a3f19fecc54828e9c848539801e86591bd9801b019f84f"
        );
    }

    #[test]
    fn a_name_is_of_ascii_letters_and_has_a_dot() {
        assert_eq!(name("Vitalik.ETH").unwrap(), "vitalik.eth");
        for bad in ["", "eth", "a..eth", ".eth", "vitalík.eth", "a b.eth", "0x1"] {
            assert!(name(bad).is_err(), "{bad}");
        }
    }
}
