//! The quality of a report.

use crate::keyed_enum::keyed_enum;

keyed_enum! {
    /// The quality of a report, as graded in triage.
    #[derive(Default)]
    pub enum Quality {
        /// Better than required.
        A = "A",
        /// As required.
        #[default]
        B = "B",
        /// The team had to find out the rest.
        C = "C",
    }
}
