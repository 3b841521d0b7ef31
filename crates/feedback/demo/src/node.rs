//! Nodes that answer for the networks of the demo, if the operator names any.

use parse_engine::Error;
use serde_json::json;

use crate::deployment::NETWORKS;
use crate::desk::Desk;
use crate::participants::Participants;

/// The node of a network of the demo.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// The place of the network.
    pub(crate) network: usize,
    url: String,
}

impl Node {
    /// Reads a network and an address, such as `sepolia=https://node.example`.
    pub fn parse(text: &str) -> Result<Node, String> {
        let names = NETWORKS.map(|network| network.key).join(", ");
        let expected = || format!("expected <network>=<URL>, with a network of {names}");
        let (name, url) = text.split_once('=').ok_or_else(expected)?;
        let network = NETWORKS.iter().position(|network| network.key == name);
        let network = network.ok_or_else(expected)?;
        if !url.starts_with("https://") && !url.starts_with("http://") {
            return Err(format!("invalid URL \"{url}\": expected https://…"));
        }
        Ok(Node { network, url: url.to_owned() })
    }
}

/// Switches on the networks that have nodes, and asks each node what it can do.
pub(super) async fn connect(
    participants: &Participants,
    nodes: &[Node],
    networks: &[String],
    desk: &mut Desk<'_>,
) -> Result<(), Error> {
    let maren = &participants.administrators[0];
    for (place, known) in NETWORKS.iter().enumerate() {
        let urls: Vec<&String> =
            nodes.iter().filter(|node| node.network == place).map(|node| &node.url).collect();
        if urls.is_empty() {
            continue;
        }
        let save = json!({
            "id": networks[place], "chainId": known.chain_id, "name": known.name, "isTestnet": true,
            "rpcUrls": urls, "explorerUrl": known.explorer, "enabled": true,
        });
        desk.ask(maren, "networkSave", save).await?;
        desk.ask(maren, "networkTest", json!({ "id": networks[place] })).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_named_by_its_network_and_its_address() {
        let node = Node::parse("base-sepolia=https://node.example/key").expect("a node");
        assert_eq!(node, Node { network: 1, url: "https://node.example/key".to_owned() });
        for text in ["https://node.example", "mainnet=https://node.example", "sepolia=node.example"]
        {
            assert!(Node::parse(text).is_err(), "{text}");
        }
    }
}
