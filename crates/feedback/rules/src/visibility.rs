//! The visibility of issues.

use crate::keyed_enum::keyed_enum;

keyed_enum! {
    /// The visibility of an issue.
    #[derive(Default)]
    pub enum Visibility {
        /// All users of the programme.
        #[default]
        Programme = "programme",
        /// The reporter and the administrators: it could lose or expose funds.
        Private = "private",
    }
}
