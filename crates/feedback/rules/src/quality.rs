//! How well a report is made.

use crate::keyed_enum::keyed_enum;

keyed_enum! {
    /// How well a report is made, as the triager sees it.
    #[derive(Default)]
    pub enum Quality {
        /// Better than asked for.
        A = "A",
        /// As asked for.
        #[default]
        B = "B",
        /// The team had to find out the rest.
        C = "C",
    }
}
