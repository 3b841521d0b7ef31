use payout::{
    Format, Leaf, Token, Tree, U256, address, claims_file, leaf::hashes, safe_batch, transfer_list,
    tree_dump,
};
use serde_json::{Value, json};

use crate::vectors;

fn token(address: Option<&str>) -> Token {
    Token {
        symbol: "TST".into(),
        address: address.map(str::to_owned),
        decimals: 18,
        chain_id: 84532,
    }
}

const CONTRACT: &str = "0x1111111111111111111111111111111111111111";
const FIRST: &str = "0x140dB92358139159DD25EeB405A8f3cA7fd3DD20";
const SECOND: &str = "0xCc609c5F1e3f9B5C9724CAD7236101B8A54c1D0f";

fn leaves() -> Vec<Leaf> {
    let leaf = |text: &str, amount: u128| Leaf {
        address: address::parse(text).expect("an address"),
        amount: U256::from(amount),
    };
    vec![leaf(FIRST, 1_567_370_000_000_000_000_000), leaf(SECOND, 5)]
}

#[test]
fn the_checksum_of_a_batch_is_the_one_of_the_tool() {
    let known = &vectors()["safeTransactionBuilder"]["file"];
    assert_eq!(safe_batch::checksum(known), known["meta"]["checksum"]);
    let one = [Leaf { amount: U256::from(1_000_000_000_000_000_000u128), ..leaves()[0] }];
    let batch = safe_batch::Batch {
        name: "Season 1 payout, part 1 of 1",
        description: "root 0x…",
        created_at: 1_794_800_000_000,
    };
    assert_eq!(&safe_batch::file(batch, &token(Some(CONTRACT)), &one), known);
    let coin = safe_batch::file(batch, &token(None), &leaves());
    assert_eq!(coin["transactions"][1], json!({ "to": SECOND, "value": "5", "data": null }));
}

#[test]
fn lists_of_receivers_have_whole_tokens_and_no_name() {
    let leaves = leaves();
    assert_eq!(
        transfer_list::safe_csv(&token(Some(CONTRACT)), &leaves),
        format!(
            "token_type,token_address,receiver,amount,id\nerc20,{CONTRACT},{FIRST},1567.37,\n\
             erc20,{CONTRACT},{SECOND},0.000000000000000005,"
        )
    );
    assert!(transfer_list::safe_csv(&token(None), &leaves).contains(&format!("native,,{FIRST},")));
    assert_eq!(
        transfer_list::disperse(&token(Some(CONTRACT)), &leaves),
        format!("{FIRST},1567.37\n{SECOND},0.000000000000000005\n")
    );
    assert!(
        transfer_list::sablier(&token(Some(CONTRACT)), &leaves).starts_with("address,amount\n0x")
    );
    assert_eq!(
        transfer_list::amounts(7, &leaves),
        format!("7,{FIRST},1567370000000000000000\n8,{SECOND},5\n")
    );
}

#[test]
fn pieces_of_a_dump_are_the_dump_of_the_library() {
    let leaves = leaves();
    let tree = Tree::of(&hashes(&leaves, Format::StandardTree)).expect("a tree");
    let mut text = tree_dump::BEGIN.to_owned();
    for (turn, node) in tree.nodes().iter().enumerate() {
        text.push_str(&tree_dump::nodes(std::slice::from_ref(node), turn == 0));
    }
    text.push_str(tree_dump::BETWEEN);
    for (turn, leaf) in leaves.iter().enumerate() {
        let place = tree.place(turn).expect("a place");
        text.push_str(&tree_dump::values([(leaf, place)], turn == 0));
    }
    text.push_str(tree_dump::END);
    let dump: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(dump["format"], "standard-v1");
    assert_eq!(dump["leafEncoding"], json!(["address", "uint256"]));
    assert_eq!(dump["tree"].as_array().map(Vec::len), Some(3));
    assert_eq!(dump["tree"][0], tree.root().to_string());
    let place = dump["values"][1]["treeIndex"].as_u64().expect("a place") as usize;
    assert_eq!(dump["tree"][place], leaves[1].hash(Format::StandardTree, 1).to_string());
    assert_eq!(dump["values"][0]["value"], json!([FIRST, "1567370000000000000000"]));
}

#[test]
fn claims_have_index_amount_and_proof() {
    let leaves = leaves();
    let tree = Tree::of(&hashes(&leaves, Format::Indexed)).expect("a tree");
    let sum = leaves[0].amount + leaves[1].amount;
    let mut text = claims_file::begin(tree.root(), sum);
    for (index, leaf) in leaves.iter().enumerate() {
        text.push_str(&claims_file::claim(index, leaf, &tree.proof(index).expect("a proof")));
    }
    text.push_str(claims_file::END);
    let file: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(file["merkleRoot"], tree.root().to_string());
    assert_eq!(file["claims"][SECOND]["amount"], "0x05");
    assert_eq!(file["claims"][SECOND]["index"], 1);
    let other = leaves[0].hash(Format::Indexed, 0).to_string();
    assert_eq!(file["claims"][SECOND]["proof"], json!([other]));
}
