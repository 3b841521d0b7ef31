//! Read permissions of a caller for a class, as decisions about objects in memory.
//!
//! [`crate::read::find`] makes the same decisions part of its statement, and a property test
//! compares the two. Here they have separate parts, so that callers with equal rights share
//! computed results: their ACL principals, their row filter, and their visible fields.

mod field_view;
mod row_filter;

use std::sync::Arc;

use parse_identity::{Caller, ProtectedFields, access};
use parse_model::query::Query;
use parse_model::{Action, Class, ClassName, FieldName, Filter, Object};

use crate::cx::Cx;
use crate::engine::Engine;
use crate::error::Error;
use crate::extension::system_class::SystemClass;
use crate::read;

pub use field_view::FieldView;
pub use row_filter::RowFilter;

/// The read permissions of a caller for a class. Cheap to clone.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ReadRights {
    principals: Option<Arc<[String]>>,
    rows: Option<RowFilter>,
    view: FieldView,
}

impl Engine {
    /// The read permissions of a caller for a class, for a filter and watched fields.
    ///
    /// Refuses what a query would refuse: by the class, by its triggers, and because of hidden
    /// fields. A class that does not exist refuses nothing.
    pub async fn read_rights(
        &self,
        caller: &Caller,
        class: &ClassName,
        filter: &Filter,
        watch: &[FieldName],
    ) -> Result<ReadRights, Error> {
        let cx = self.cx(caller.clone());
        let is_single = filter.as_single_id().is_some();
        let action = if is_single { Action::Get } else { Action::Find };
        let mut query = Query::all(filter.clone());
        read::authorize(&cx, class, &mut query, action).await?;
        let Some(known) = cx.class(class) else {
            // As for a class without protected fields: creating it must not change what is visible.
            let view = FieldView::new(self, caller, ProtectedFields::default(), false);
            let rows = (query.filter != *filter).then(|| RowFilter::new(&query.filter));
            return Ok(ReadRights { rows, view, ..ReadRights::of(&cx) });
        };
        let protected = cx.protected_fields(&known);
        protected.check(&known, &query.filter, &[])?;
        protected.check_watch(&known, watch)?;
        query.filter = access::without_unqueryable(caller, &known, query.filter);
        read::settled(&cx, &known, query.filter.clone()).await?;
        let mut rows = (query.filter != *filter).then_some(query.filter);
        if let Some(own) = access::check_clp(caller, &known, action, false)? {
            rows = Some(match rows {
                Some(rows) => rows.and(own),
                None => own,
            });
        }
        let view = self.field_view(caller, &known, protected);
        Ok(ReadRights { rows: rows.as_ref().map(RowFilter::new), view, ..ReadRights::of(&cx) })
    }

    fn field_view(&self, caller: &Caller, class: &Class, protected: ProtectedFields) -> FieldView {
        let hides = self.system_class(&class.name).is_some_and(SystemClass::hides);
        FieldView::new(self, caller, protected, hides)
    }
}

impl ReadRights {
    fn of(cx: &Cx) -> ReadRights {
        match cx.caller().is_unrestricted() {
            true => ReadRights::unrestricted(),
            false => ReadRights::of_principals(Arc::clone(&cx.caller().principals)),
        }
    }

    /// Unrestricted.
    pub fn unrestricted() -> ReadRights {
        ReadRights { principals: None, rows: None, view: FieldView::default() }
    }

    /// By ACL only, for a class without protected fields.
    pub fn of_principals(principals: Arc<[String]>) -> ReadRights {
        ReadRights { principals: Some(principals), rows: None, view: FieldView::default() }
    }

    /// The same for these objects only.
    #[must_use]
    pub fn narrowed_to(self, filter: &Filter) -> ReadRights {
        ReadRights { rows: Some(RowFilter::new(filter)), ..self }
    }

    /// The same without these fields.
    #[must_use]
    pub fn without_fields<'a>(self, hidden: impl IntoIterator<Item = &'a str>) -> ReadRights {
        ReadRights { view: FieldView::without(hidden), ..self }
    }

    /// Whether an object can be read at all.
    pub fn may_read(&self, object: &Object) -> bool {
        let is_in_acl = match (&self.principals, &object.acl) {
            (None, _) | (_, None) => true,
            (Some(principals), Some(acl)) => acl.may_read(principals),
        };
        is_in_acl && self.rows.as_ref().is_none_or(|rows| rows.admits(object))
    }

    /// Removes the hidden fields of an object.
    pub fn strip(&self, object: &mut Object) {
        self.view.apply(object);
    }

    /// The ACL principals of the caller. `None` if no ACL applies.
    pub fn principals(&self) -> Option<&Arc<[String]>> {
        self.principals.as_ref()
    }

    /// The row filter of the class for the caller, if there is one.
    pub fn rows(&self) -> Option<&RowFilter> {
        self.rows.as_ref()
    }

    /// The visible fields.
    pub fn view(&self) -> &FieldView {
        &self.view
    }
}

#[cfg(test)]
mod tests;
