//! The gate and GitHub's workflow run the same suites.

use std::collections::BTreeSet;

use crate::read;

/// What the gate does to have a machine to run on; a job of the workflow has one.
const NO_SUITE: &[&str] = &["setup", "up", "build"];

/// The steps of the gate, from its list.
fn steps() -> BTreeSet<String> {
    let gate = read(".ci/run");
    let list = gate.lines().find_map(|line| line.strip_prefix("steps=(")?.strip_suffix(')'));
    let steps = list.expect("`steps=(…)` in .ci/run").split_whitespace();
    steps.filter(|step| !NO_SUITE.contains(step)).map(str::to_owned).collect()
}

/// The suites of the workflow: one `- suite: name` for each job of its matrix.
fn jobs() -> BTreeSet<String> {
    let workflow = read(".github/workflows/ci.yml");
    workflow
        .lines()
        .filter_map(|line| line.trim().strip_prefix("- suite: ").map(str::to_owned))
        .collect()
}

#[test]
fn the_workflow_runs_every_suite_of_the_gate_and_no_other() {
    let (steps, jobs) = (steps(), jobs());
    assert!(steps.len() > 10, "the steps were not found: {steps:?}");
    assert_eq!(steps, jobs, "the steps of .ci/run, and the suites of .github/workflows/ci.yml");
}

#[test]
fn every_suite_of_the_gate_is_a_step_of_its_table() {
    let gate = read(".ci/run");
    let lists = ["suites=(", "waiting_suites=("].map(|name| {
        let list = gate.lines().find_map(|line| line.strip_prefix(name)?.strip_suffix(')'));
        list.expect("`suites=(…)` and `waiting_suites=(…)` in .ci/run")
    });
    let steps = steps();
    for suite in lists.into_iter().flat_map(str::split_whitespace) {
        assert!(steps.contains(suite), "{suite} runs, and is not among the steps that are summed");
    }
}
