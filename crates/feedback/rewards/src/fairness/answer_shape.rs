//! The answers about reviews of the caller's account.

use feedback_core::answer_shapes;
use parse_model::Json;

answer_shapes! {
    /// `myFairness`.
    pub(super) MyFairnessAnswer {
        hold: Option<Json>,
        link: Option<Json>,
        questions: Vec<Json>,
        appeals: Vec<Json>,
        appeal_days: u32,
    }
}
