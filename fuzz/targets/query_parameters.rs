//! The address of a request that reads, from its text to a query, in both profiles.
#![no_main]

use libfuzzer_sys::fuzz_target;
use parse_model::Date;
use parse_model::query::complexity::Complexity;
use parse_model::query::parse::{Limits, Rights, query, single};

#[path = "../../crates/parse/http/src/parameter.rs"]
#[allow(dead_code)]
mod parameter;

fuzz_target!(|input: &[u8]| {
    fuzz::within_time(input, || {
        let request = parameter::Request {
            query: parameter::query_from(&fuzz::text(input)),
            ..parameter::Request::default()
        };
        let _ = request.clone().arguments();
        let _ = request.clone().credentials();
        let Ok(parameters) = request.parameters() else { return };
        let complexity = Complexity {
            include_count: 20,
            include_depth: 3,
            order_keys: 4,
            conditions: 100,
            ..Complexity::UNLIMITED
        };
        for complexity in [Complexity::UNLIMITED, complexity] {
            let limits = Limits { complexity, ..Limits::default() };
            for is_master in [false, true] {
                let now = Date::from_millis(0);
                let rights = Rights { is_master, is_maintenance: false, may_explain: true, now };
                let _ = single(&parameters, rights, &limits);
                if let Ok(read) = query(&parameters, rights, &limits) {
                    let ways = read.include.iter().map(Vec::len);
                    assert!(ways.clone().max().unwrap_or(0) <= 50 && ways.count() <= 1000);
                    assert!(read.keys.iter().flatten().count() <= 1000);
                }
            }
        }
    });
});
