//! The steps of a mission: read once, and then only what fits.

use serde::{Deserialize, Serialize};

use super::check::{Check, CheckDraft};
use crate::keyed_enum::keyed_enum;
use crate::refused::Refused;

/// The most steps.
pub const STEPS: usize = 12;

keyed_enum! {
    /// What a step asks for.
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
    /// How a question is answered.
    pub enum QuestionType {
        /// In words.
        Text = "text",
        /// By one of several.
        OneOf = "one_of",
        /// By some of several.
        ManyOf = "many_of",
        /// From 1 to 5.
        Scale = "scale",
        /// By a number.
        Number = "number",
    }
}

/// A question as it was sent.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct QuestionDraft {
    /// How it is answered.
    #[serde(rename = "type")]
    pub ty: String,
    /// What can be chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub options: Option<Vec<String>>,
    /// The smallest number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<f64>,
    /// The largest number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<f64>,
}

/// A step as it was sent, and as it is stored.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StepDraft {
    /// Its name within the mission.
    pub id: String,
    /// What to do.
    pub text: String,
    /// What it asks for.
    #[serde(rename = "type")]
    pub ty: String,
    /// Whether it has to be done.
    #[serde(default)]
    pub required: bool,
    /// What is asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<QuestionDraft>,
    /// What a transaction must be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<CheckDraft>,
}

/// A question that can be answered.
#[derive(Debug, Clone, PartialEq)]
pub enum Question {
    /// In words.
    Text,
    /// By one of these.
    OneOf(Vec<String>),
    /// By some of these.
    ManyOf(Vec<String>),
    /// From 1 to 5.
    Scale,
    /// By a number within these.
    Number {
        /// The smallest.
        min: Option<f64>,
        /// The largest.
        max: Option<f64>,
    },
}

/// What a step asks for, in full.
#[derive(Debug, Clone, PartialEq)]
pub enum Task {
    /// Something to do.
    Do,
    /// Something to answer.
    Question(Question),
    /// A transaction that passes a check.
    Tx(Box<Check>),
    /// Images.
    Screenshot,
}

/// A step that can be done.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// Its name within the mission.
    pub id: String,
    /// Whether it has to be done.
    pub required: bool,
    /// What it asks for.
    pub task: Task,
}

impl Step {
    /// The check of a step about a transaction.
    pub fn check(&self) -> Option<&Check> {
        match &self.task {
            Task::Tx(check) => Some(check),
            _ => None,
        }
    }
}

/// Reads the steps of a mission.
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
