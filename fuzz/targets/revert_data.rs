//! ABI-encoded bytes: data of a revert, and the input of a call with its logs.
#![no_main]

use chain::explanation::RpcError;
use chain::found::TraceKind;
use chain::{Found, Registry, explain, explain_error};
use libfuzzer_sys::fuzz_target;
use serde_json::json;

fuzz_target!(|input: &[u8]| {
    fuzz::within_time(input, || {
        let hex: String = input.iter().map(|byte| format!("{byte:02x}")).collect();
        let data = format!("0x{hex}");
        let registry = Registry::default();
        let error = RpcError { method: None, code: Some(3), message: None, data: Some(data.clone()) };
        explain_error(&error, &registry);
        let account = format!("0x{}", "ab".repeat(20));
        for status in ["0x0", "0x1"] {
            let topics = [format!("0x{:0<64}", &hex[..hex.len().min(64)])];
            let found = Found {
                chain_id: 1,
                transaction: json!({ "from": account, "to": account, "input": data }),
                receipt: Some(json!({
                    "status": status,
                    "logs": [{ "address": account, "topics": topics, "data": data }],
                })),
                trace: Some((TraceKind::CallAtParent, json!({ "data": data }))),
                ..Found::default()
            };
            explain(&found, &registry, None);
        }
    });
});
