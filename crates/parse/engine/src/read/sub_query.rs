//! Permissions inside a query: a caller who may not query a class may not query it through another
//! one either.

use std::future::Future;
use std::pin::Pin;

use parse_identity::access;
use parse_model::query::{Query, SubQuery};
use parse_model::{Action, Class, Constraint, FieldType, Filter, ObjectId, Path, Pointer, Refusal};

use crate::cx::Cx;
use crate::error::Error;
use crate::extension::TriggerKind;
use crate::extension::system_class::SystemClass;

/// Applies the permissions and triggers of every class in sub-queries.
pub(super) async fn authorise(cx: &Cx, filter: &mut Filter) -> Result<(), Error> {
    if asks_others(filter) { deep(cx, filter).await } else { Ok(()) }
}

fn asks_others(filter: &Filter) -> bool {
    let mut asks = false;
    filter.walk(&mut |part| {
        asks |= match part {
            Filter::Field(_, constraint) => sub_query(constraint).is_some(),
            Filter::RelatedTo { .. } => true,
            _ => false,
        };
    });
    asks
}

fn sub_query(constraint: &Constraint) -> Option<&SubQuery> {
    match constraint {
        Constraint::InQuery(query)
        | Constraint::NotInQuery(query)
        | Constraint::Select(query, _)
        | Constraint::DontSelect(query, _) => Some(query),
        _ => None,
    }
}

fn deep<'a>(
    cx: &'a Cx,
    filter: &'a mut Filter,
) -> Pin<Box<dyn Future<Output = Result<(), Error>> + Send + 'a>> {
    Box::pin(async move {
        match filter {
            Filter::All(parts) | Filter::Any(parts) | Filter::Nor(parts) => {
                for part in parts {
                    deep(cx, part).await?;
                }
            }
            Filter::RelatedTo { owner, key } => {
                let Some(class) = cx.class(&owner.class) else { return Ok(()) };
                if cx.protected_fields(&class).hides(key.as_str()) {
                    return Err(Refusal::forbidden(format!(
                        "This user is not allowed to query {key} on class {}",
                        owner.class
                    ))
                    .into());
                }
                if !may_read(cx, &class, owner).await? {
                    *filter = Filter::nothing();
                }
            }
            Filter::Field(_, constraint) => match constraint {
                Constraint::InQuery(query) | Constraint::NotInQuery(query) => {
                    inner(cx, query).await?;
                }
                Constraint::Select(query, path) | Constraint::DontSelect(query, path) => {
                    let is_hidden =
                        queried_class(cx, query).is_some_and(|class| is_hidden(cx, &class, path));
                    inner(cx, query).await?;
                    if is_hidden {
                        // Hidden fields are missing, so nothing is selected by them.
                        let selects = matches!(constraint, Constraint::Select(..));
                        *filter = if selects { Filter::nothing() } else { Filter::everything() };
                    }
                }
                _ => {}
            },
        }
        Ok(())
    })
}

/// Whether a field of a class is hidden from the caller.
fn is_hidden(cx: &Cx, class: &Class, path: &Path) -> bool {
    access::is_unqueryable(cx.caller(), class, path)
        || cx.protected_fields(class).hides(path.field.as_str())
}

/// Whether the caller can read the object of a relation, by its class and triggers. Its ACL is part
/// of the statement.
async fn may_read(cx: &Cx, class: &Class, owner: &Pointer) -> Result<bool, Error> {
    if cx.caller().is_unrestricted() {
        return Ok(true);
    }
    let has_triggers = cx.engine().triggers(&class.name, TriggerKind::BeforeFind).is_some();
    let system = cx.engine().system_class(&class.name);
    let is_narrowed = has_triggers || system.is_some_and(SystemClass::is_narrowed);
    let may = access::check_clp(cx.caller(), class, Action::Get, false);
    if matches!(may, Ok(None)) && !is_narrowed {
        return Ok(access::check_class_restrictions(cx.caller(), &class.name, Action::Get).is_ok());
    }
    let id = ObjectId::new(owner.id.as_str());
    match super::get(cx, &class.name, &id, Query::default()).await {
        Ok(_) => Ok(true),
        Err(Error::Refused(_)) => Ok(false),
        Err(error) => Err(error),
    }
}

fn queried_class(cx: &Cx, query: &SubQuery) -> Option<std::sync::Arc<parse_model::Class>> {
    let class = cx.class(&query.class)?;
    match &query.redirect {
        None => Some(class),
        Some(key) => {
            let target = class.field_type(key.as_str()).and_then(FieldType::target)?;
            cx.class(target)
        }
    }
}

async fn inner(cx: &Cx, sub: &mut SubQuery) -> Result<(), Error> {
    access::check_class_restrictions(cx.caller(), &sub.class, Action::Find)?;
    super::existing(cx, &sub.class)?;
    let Some(class) = queried_class(cx, sub) else { return Ok(()) };
    access::check_class_restrictions(cx.caller(), &class.name, Action::Find)?;
    let filter = std::mem::replace(&mut sub.filter, Filter::everything());
    let is_single = filter.as_single_id().is_some();
    let mut query = Query { filter, ..Query::default() };
    if let Some(system) = cx.engine().system_class(&class.name) {
        system.narrow(cx, &mut query)?;
    }
    if let Some(triggers) = cx.engine().triggers(&class.name, TriggerKind::BeforeFind) {
        triggers.before_find(cx, &mut query).await?;
    }
    cx.protected_fields(&class).check(&class, &query.filter, &[])?;
    super::text_index::check(cx, &class, &query.filter)?;
    query.filter = access::without_unqueryable(cx.caller(), &class, query.filter);
    let action = if is_single { Action::Get } else { Action::Find };
    if let Some(own) = access::check_clp(cx.caller(), &class, action, false)? {
        query.filter = query.filter.and(own);
    }
    deep(cx, &mut query.filter).await?;
    sub.filter = query.filter;
    Ok(())
}
