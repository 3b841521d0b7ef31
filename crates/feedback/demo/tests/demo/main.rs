//! The demo on a real database.

#[path = "../../../app/tests/product/answer.rs"]
mod answer;
mod believing;
mod chain;
mod made;
mod outside;
mod persons;
#[path = "../../../app/tests/product/stage.rs"]
#[expect(dead_code, reason = "the cases of the product need more of it")]
mod stage;
