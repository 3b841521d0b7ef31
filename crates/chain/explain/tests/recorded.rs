//! What real nodes said, recorded by `just evidence --engine --record`, is explained as it was then.

mod case;
mod corpus;

#[test]
fn every_recorded_case_is_explained_as_designed() {
    let cases = corpus::all();
    let mut checked = 0;
    for (name, case) in cases.iter().filter(|(_, case)| case["expect"].is_object()) {
        let explained = serde_json::to_value(case::explained(case)).unwrap();
        for key in ["chainStatus", "failureClass", "verdict", "confidence"] {
            assert_eq!(explained[key], case["expect"][key], "{name}: {key}");
        }
        checked += 1;
    }
    assert!(checked > 10, "only {checked} cases were found");
}
