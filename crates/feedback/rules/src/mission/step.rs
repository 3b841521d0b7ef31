//! The steps of a mission, validated when they are parsed.

use serde::{Deserialize, Serialize};

use super::check::{Check, CheckDraft};
use crate::keyed_enum::keyed_enum;
use crate::refused::Refused;

/// The most steps.
pub const STEPS: usize = 12;

keyed_enum! {
    /// The type of a step.
    pub enum StepType {
        /// A task without a check.
        Do = "do",
        /// Something to answer.
        Question = "question",
        /// A transaction.
        Tx = "tx",
        /// Images.
        Screenshot = "screenshot",
    }
}

keyed_enum! {
    /// The type of a question.
    pub enum QuestionType {
        /// A text.
        Text = "text",
        /// One option.
        OneOf = "one_of",
        /// Several options.
        ManyOf = "many_of",
        /// From 1 to 5.
        Scale = "scale",
        /// A number.
        Number = "number",
    }
}

/// A question in the form in which it is sent.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct QuestionDraft {
    /// Its type.
    #[serde(rename = "type")]
    pub ty: String,
    /// The options.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub options: Option<Vec<String>>,
    /// The smallest number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<f64>,
    /// The largest number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<f64>,
}

/// A step in the form in which it is sent and stored.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StepDraft {
    /// Its id within the mission.
    pub id: String,
    /// The instruction.
    pub text: String,
    /// Its type.
    #[serde(rename = "type")]
    pub ty: String,
    /// Whether it is required.
    #[serde(default)]
    pub required: bool,
    /// The question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<QuestionDraft>,
    /// The check of the transaction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<CheckDraft>,
}

/// A valid question.
#[derive(Debug, Clone, PartialEq)]
pub enum Question {
    /// A text.
    Text,
    /// One of these options.
    OneOf(Vec<String>),
    /// Some of these options.
    ManyOf(Vec<String>),
    /// From 1 to 5.
    Scale,
    /// A number in this range.
    Number {
        /// The smallest.
        min: Option<f64>,
        /// The largest.
        max: Option<f64>,
    },
}

/// The task of a step.
#[derive(Debug, Clone, PartialEq)]
pub enum Task {
    /// A task without a check.
    Do,
    /// A question.
    Question(Question),
    /// A transaction that passes a check.
    Tx(Box<Check>),
    /// Images.
    Screenshot,
}

/// A valid step.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// Its id within the mission.
    pub id: String,
    /// Whether it is required.
    pub required: bool,
    /// Its task.
    pub task: Task,
}

impl Step {
    /// The check of a transaction step.
    pub fn check(&self) -> Option<&Check> {
        match &self.task {
            Task::Tx(check) => Some(check),
            _ => None,
        }
    }
}

/// Parses the steps of a mission.
pub fn steps(drafts: &[StepDraft]) -> Result<Vec<Step>, Refused> {
    if !(1..=STEPS).contains(&drafts.len()) {
        return Err(field("steps", format!("A mission has 1 to {STEPS} steps.")));
    }
    let mut read: Vec<Step> = Vec::with_capacity(drafts.len());
    for (index, draft) in drafts.iter().enumerate() {
        let step = one(draft).map_err(|refused| in_step(index, refused))?;
        if read.iter().any(|other| other.id == step.id) {
            return Err(field("steps", format!("Two steps have the name `{}`.", step.id)));
        }
        read.push(step);
    }
    if !read.iter().any(|step| step.required) {
        return Err(field("steps", "At least one step must be required.".to_owned()));
    }
    Ok(read)
}

fn field(field: &'static str, problem: String) -> Refused {
    Refused::MissionField { field, problem }
}

fn in_step(index: usize, refused: Refused) -> Refused {
    field("steps", format!("Step {}: {refused}", index + 1))
}

fn one(draft: &StepDraft) -> Result<Step, Refused> {
    let is_name = |id: &str| id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if !(1..=20).contains(&draft.id.len()) || !is_name(&draft.id) {
        return Err(field("id", "The name of a step has 1 to 20 letters and digits.".to_owned()));
    }
    let text = draft.text.trim();
    if !(1..=500).contains(&text.chars().count()) {
        return Err(field("text", "The instruction of a step has 1 to 500 characters.".to_owned()));
    }
    let ty = StepType::parse(&draft.ty)
        .ok_or_else(|| field("type", "Unknown type of step.".to_owned()))?;
    let task = match (ty, &draft.question, &draft.check) {
        (StepType::Do, None, None) => Task::Do,
        (StepType::Screenshot, None, None) => Task::Screenshot,
        (StepType::Question, Some(question), None) => Task::Question(asked(question)?),
        (StepType::Tx, None, Some(check)) => Task::Tx(Box::new(Check::read(check)?)),
        (StepType::Question, None, _) => {
            return Err(field("question", "The question of the step is required.".to_owned()));
        }
        (StepType::Tx, _, None) => {
            return Err(field("check", "The check of the step is required.".to_owned()));
        }
        _ => {
            let problem = "Only questions have a question, and only transactions a check.";
            return Err(field("type", problem.to_owned()));
        }
    };
    Ok(Step { id: draft.id.clone(), required: draft.required, task })
}

fn asked(draft: &QuestionDraft) -> Result<Question, Refused> {
    let ty = QuestionType::parse(&draft.ty)
        .ok_or_else(|| field("question", "Unknown type of question.".to_owned()))?;
    let takes_options = matches!(ty, QuestionType::OneOf | QuestionType::ManyOf);
    let takes_bounds = ty == QuestionType::Number;
    if draft.options.is_some() != takes_options
        || (draft.min.is_some() || draft.max.is_some()) && !takes_bounds
    {
        let problem = "Only choices have options, and only numbers have bounds.";
        return Err(field("question", problem.to_owned()));
    }
    Ok(match ty {
        QuestionType::Text => Question::Text,
        QuestionType::Scale => Question::Scale,
        QuestionType::OneOf => Question::OneOf(options(draft)?),
        QuestionType::ManyOf => Question::ManyOf(options(draft)?),
        QuestionType::Number => {
            if matches!((draft.min, draft.max), (Some(min), Some(max)) if min > max) {
                let problem = "The minimum is greater than the maximum.";
                return Err(field("question", problem.to_owned()));
            }
            Question::Number { min: draft.min, max: draft.max }
        }
    })
}

fn options(draft: &QuestionDraft) -> Result<Vec<String>, Refused> {
    let options: Vec<String> =
        draft.options.iter().flatten().map(|one| one.trim().to_owned()).collect();
    let is_fit = |one: &String| (1..=120).contains(&one.chars().count());
    let mut sorted = options.clone();
    sorted.sort();
    sorted.dedup();
    if !(2..=12).contains(&options.len())
        || sorted.len() != options.len()
        || !options.iter().all(is_fit)
    {
        let problem = "A choice has 2 to 12 different answers of 1 to 120 characters.";
        return Err(field("question", problem.to_owned()));
    }
    Ok(options)
}
