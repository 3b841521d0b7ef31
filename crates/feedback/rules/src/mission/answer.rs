//! Answers to steps.

use serde::{Deserialize, Serialize};

use super::step::{Question, Step, Task};
use crate::refused::Refused;

/// Images of a step.
const IMAGES: usize = 4;

/// The value that was sent for a step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Given {
    /// Yes or no.
    Flag(bool),
    /// A number.
    Number(f64),
    /// A text, or an id.
    Text(String),
    /// Several texts or ids.
    Texts(Vec<String>),
}

/// A valid answer.
#[derive(Debug, Clone, PartialEq)]
pub enum StepAnswer {
    /// It is done. The value is stored unchanged.
    Said(Given),
    /// It is done by this evidence.
    Evidence(String),
    /// It is done by these images.
    Images(Vec<String>),
}

impl Step {
    /// The answer to this step, if it is valid.
    pub fn answer(&self, given: Given) -> Result<StepAnswer, Refused> {
        let refuse =
            |problem: &'static str| Err(Refused::StepAnswer { step: self.id.clone(), problem });
        match (&self.task, given) {
            (Task::Do, Given::Flag(true)) => Ok(StepAnswer::Said(Given::Flag(true))),
            (Task::Do, _) => refuse("Send `true` when the step is done."),
            (Task::Screenshot, Given::Texts(ids)) if (1..=IMAGES).contains(&ids.len()) => {
                Ok(StepAnswer::Images(ids))
            }
            (Task::Screenshot, _) => refuse("Attach 1 to 4 images."),
            (Task::Tx(_), Given::Text(evidence)) => Ok(StepAnswer::Evidence(evidence)),
            (Task::Tx(_), _) => refuse("The evidence with the transaction is required."),
            (Task::Question(question), given) => match said(question, given) {
                Ok(given) => Ok(StepAnswer::Said(given)),
                Err(problem) => refuse(problem),
            },
        }
    }
}

fn said(question: &Question, given: Given) -> Result<Given, &'static str> {
    match (question, given) {
        (Question::Text, Given::Text(text)) => {
            let text = text.trim().to_owned();
            if (1..=2_000).contains(&text.chars().count()) {
                Ok(Given::Text(text))
            } else {
                Err("Answer in 1 to 2,000 characters.")
            }
        }
        (Question::OneOf(options), Given::Text(text)) if options.contains(&text) => {
            Ok(Given::Text(text))
        }
        (Question::ManyOf(options), Given::Texts(chosen)) if fits(options, &chosen) => {
            Ok(Given::Texts(chosen))
        }
        (Question::Scale, Given::Number(number)) if [1.0, 2.0, 3.0, 4.0, 5.0].contains(&number) => {
            Ok(Given::Number(number))
        }
        (Question::Number { min, max }, Given::Number(number))
            if number.is_finite()
                && min.is_none_or(|min| number >= min)
                && max.is_none_or(|max| number <= max) =>
        {
            Ok(Given::Number(number))
        }
        (Question::Text, _) => Err("Answer in words."),
        (Question::OneOf(_), _) => Err("Choose one of the answers."),
        (Question::ManyOf(_), _) => Err("Choose one or more of the answers, each once."),
        (Question::Scale, _) => Err("Choose a number from 1 to 5."),
        (Question::Number { .. }, _) => Err("Enter a number within the bounds."),
    }
}

fn fits(options: &[String], chosen: &[String]) -> bool {
    let mut once = chosen.to_vec();
    once.sort();
    once.dedup();
    !chosen.is_empty()
        && once.len() == chosen.len()
        && chosen.iter().all(|one| options.contains(one))
}
