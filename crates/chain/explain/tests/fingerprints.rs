//! Classes and fingerprints of all kept cases stay as they are: groups of failures depend on them.

mod case;
mod corpus;

#[test]
fn classes_and_fingerprints_of_kept_cases_do_not_change() {
    let told =
        corpus::all().into_iter().filter(|(_, case)| case.is_object()).map(|(name, case)| {
            let explained = serde_json::to_value(case::explained(&case)).unwrap();
            let part = |key: &str| explained[key].as_str().unwrap_or("-").to_owned();
            let (class, verdict) = (part("failureClass"), part("verdict"));
            format!("{name} {class} {verdict} {}\n", part("fingerprint"))
        });
    let told: String = told.collect();
    assert!(told.lines().count() > 100, "only {} cases were found", told.lines().count());
    expect_test::expect_file!["fingerprints.txt"].assert_eq(&told);
}
