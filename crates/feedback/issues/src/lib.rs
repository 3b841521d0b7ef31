//! Issues: reporting, triage, conversation, evidence, clusters, and the pages that list them.

mod answer_shape;
pub mod attachment;
pub mod cluster;
pub mod comment;
pub mod dashboard;
pub mod evidence;
pub mod issue;
pub mod issue_page;
pub mod programme_info;
pub mod report;
pub mod saved_view;
pub mod triage;
