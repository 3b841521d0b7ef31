//! The statements that set and take away the triggers of a class.

use parse_model::ClassName;

use crate::sql::Sql;

/// Logs the changes of a class from the end of the transaction on.
pub(crate) fn logged(class: &ClassName) -> Sql {
    Sql::fixed("select _touchstone.log_changes_of($1::text)", [class.as_str().into()])
}

/// Logs the changes of a class no longer.
pub(super) fn no_longer_logged(class: &ClassName) -> Sql {
    Sql::fixed("select _touchstone.log_no_changes_of($1::text)", [class.as_str().into()])
}
