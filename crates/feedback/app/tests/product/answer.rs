//! Every answer that a case gets is held to the schema that its function declares.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, LazyLock, Mutex};

use feedback::AccessMode;
use feedback_core::schema_check::mismatches;
use parse_model::Json;
use serde_json::json;

use crate::stage::options_of;

/// The declared schemas, by function.
static SCHEMAS: LazyLock<BTreeMap<String, Json>> = LazyLock::new(|| {
    let options = options_of(AccessMode::Open, Arc::default(), Arc::default());
    let extension = feedback::extension(&options);
    let functions = extension.functions().into_iter();
    let declared = functions
        .filter_map(|(name, function)| Some((name.to_owned(), function.signature()?.answer?)));
    declared.collect()
});

/// The examples of the reference.
static EXAMPLES: Mutex<()> = Mutex::new(());

/// Holds an answer to its schema. With `UPDATE_EXPECT` it becomes the example of its function in the
/// reference, if there is none that fits.
pub(crate) fn hold(name: &str, params: &Json, answer: &Json) {
    let Some(schema) = SCHEMAS.get(name) else { return };
    let wrong = mismatches(schema, answer);
    assert!(wrong.is_empty(), "{name} answers otherwise than it declares: {wrong:#?}\n{answer:#}");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        record(name, schema, params, answer);
    }
}

fn record(name: &str, schema: &Json, params: &Json, answer: &Json) {
    let _one_at_a_time = EXAMPLES.lock().expect("the examples");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/functions_page/examples.json");
    // The tests of the demo include this file, and record nothing.
    let Ok(text) = std::fs::read_to_string(&path) else { return };
    let mut examples: BTreeMap<String, Json> = serde_json::from_str(&text).expect("examples");
    let fits = |example: &Json| mismatches(schema, &example["answer"]).is_empty();
    if examples.get(name).is_some_and(fits) {
        return;
    }
    examples.insert(name.to_owned(), json!({ "params": params, "answer": answer }));
    let text = serde_json::to_string_pretty(&examples).expect("JSON");
    std::fs::write(path, text + "\n").expect("the examples can be written");
}
