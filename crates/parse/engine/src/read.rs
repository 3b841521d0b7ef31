//! The reading path, top to bottom.

mod include;
mod operand;
mod projection;
mod sub_query;
mod text_index;

use std::sync::Arc;

use parse_identity::{ProtectedFields, access};
use parse_model::query::Query;
use parse_model::{
    Action, Class, ClassName, Code, FieldName, FieldType, Filter, Json, Object, ObjectId, Refusal,
    Value,
};
use parse_store::{Lane, Select};

use crate::client_query::LanePermit;
use crate::cx::Cx;
use crate::error::{Error, WhileDoing};
use crate::extension::TriggerKind;
use crate::file;

use projection::Projection;

/// The result of a query.
#[derive(Debug, Default)]
pub struct QueryResult {
    /// The objects.
    pub objects: Vec<Object>,
    /// The total number, if requested.
    pub count: Option<u64>,
    /// The class of the objects, if it differs from the queried one.
    pub class_name: Option<ClassName>,
    /// The query plan, if requested instead.
    pub plan: Option<Json>,
}

/// The objects of a query that the caller can see.
pub async fn find(cx: &Cx, class: &ClassName, query: Query) -> Result<QueryResult, Error> {
    let is_single = query.filter.as_single_id().is_some();
    let action = if is_single { Action::Get } else { Action::Find };
    fresh(cx, class, query, action).await
}

/// One object, if the caller can see it.
pub async fn get(
    cx: &Cx,
    class: &ClassName,
    id: &ObjectId,
    mut query: Query,
) -> Result<Object, Error> {
    query.filter = Filter::equals(FieldName::from_static("objectId"), id.as_str());
    query.limit = Some(1);
    let found = fresh(cx, class, query, Action::Get).await?;
    found.objects.into_iter().next().ok_or_else(|| Refusal::not_found().into())
}

/// Runs a query, and repeats it if the classes have changed meanwhile.
async fn fresh(
    cx: &Cx,
    class: &ClassName,
    query: Query,
    action: Action,
) -> Result<QueryResult, Error> {
    match search(cx, class, query.clone(), action).await {
        Err(error) if error.is_stale_schema() && !cx.db().is_transaction() => {
            // Boxed, because this is rare and should not enlarge the future of every read.
            let reload = Box::pin(cx.engine().store().reload_schema());
            reload.await.while_doing("reading the classes")?;
            Box::pin(search(cx, class, query, action)).await
        }
        answer => answer,
    }
}

async fn search(
    cx: &Cx,
    class: &ClassName,
    mut query: Query,
    action: Action,
) -> Result<QueryResult, Error> {
    authorize(cx, class, &mut query, action).await?;
    let Some(asked) = existing(cx, class)? else {
        return Ok(QueryResult { count: query.with_count.then_some(0), ..QueryResult::default() });
    };
    let Some((answering, class_name)) = redirected(cx, asked, &query) else {
        return Ok(QueryResult::default());
    };
    if answering.name != *class {
        authorize(cx, &answering.name, &mut query, action).await?;
    }
    let after = cx.engine().triggers(&answering.name, TriggerKind::AfterFind);
    let asked = after.as_ref().map(|_| query.clone());
    let mut found = Search::prepare(cx, &answering, query, action).await?.run(cx).await?;
    found.class_name = class_name;
    if found.plan.is_none()
        && let (Some(triggers), Some(asked)) = (after, asked)
    {
        triggers.after_find(cx, &asked, &mut found.objects).await?;
        for object in &mut found.objects {
            // Objects that triggers have seen carry their class, like the SDK's own objects.
            let name = Value::Text(object.class.as_str().to_owned());
            object.fields.insert(FieldName::from_static("className"), name);
        }
    }
    Ok(found)
}

/// Checks that the caller may query a class, by the protocol and its triggers.
///
/// A query that reaches a class through another one is checked here too.
pub(crate) async fn authorize(
    cx: &Cx,
    class: &ClassName,
    query: &mut Query,
    action: Action,
) -> Result<(), Error> {
    access::check_class_restrictions(cx.caller(), class, action)?;
    if let Some(system) = cx.engine().system_class(class) {
        system.narrow(cx, query)?;
    }
    if let Some(triggers) = cx.engine().triggers(class, TriggerKind::BeforeFind) {
        triggers.before_find(cx, query).await?;
    }
    Ok(())
}

/// The class, if it exists. If clients may not create classes, they may not guess names either.
pub(crate) fn existing(cx: &Cx, class: &ClassName) -> Result<Option<Arc<Class>>, Refusal> {
    let known = cx.class(class);
    let may_be_unknown = cx.settings().allow_client_class_creation
        || cx.caller().is_unrestricted()
        || class.is_system();
    if known.is_none() && !may_be_unknown {
        return Err(Refusal::forbidden(format!(
            "This user is not allowed to access non-existent class: {class}"
        )));
    }
    Ok(known)
}

fn redirected(
    cx: &Cx,
    asked: Arc<Class>,
    query: &Query,
) -> Option<(Arc<Class>, Option<ClassName>)> {
    let Some(key) = &query.redirect else { return Some((asked, None)) };
    match asked.field_type(key.as_str()).and_then(FieldType::target) {
        Some(target) => Some((cx.class(target)?, Some(target.clone()))),
        None => {
            let name = asked.name.clone();
            Some((asked, Some(name)))
        }
    }
}

/// A query with its permissions.
pub(crate) struct Search {
    class: Arc<Class>,
    query: Query,
    protected: ProtectedFields,
    projection: Projection,
    /// Whether a client wrote the query, so that its cost is unknown.
    is_made_up: bool,
    /// The filter for counting, if its permission differs.
    count_filter: Option<Filter>,
}

impl Search {
    /// Determines what the caller may query and see.
    pub(crate) async fn prepare(
        cx: &Cx,
        class: &Arc<Class>,
        mut query: Query,
        action: Action,
    ) -> Result<Search, Error> {
        let protected = cx.protected_fields(class);
        protected.check(class, &query.filter, &query.order)?;
        access::check_order(cx.caller(), class, &query.order)?;
        operand::check(class, &query.filter)?;
        text_index::check(cx, class, &query.filter)?;
        query.filter = access::without_unqueryable(cx.caller(), class, query.filter);
        sub_query::authorise(cx, &mut query.filter).await?;
        let count_filter = if query.with_count {
            let narrowed = access::check_clp(cx.caller(), class, Action::Count, false)?;
            Some(narrowed.map_or_else(|| query.filter.clone(), |own| query.filter.clone().and(own)))
        } else {
            None
        };
        // A query for no objects needs no permission to see any, which allows counting only.
        let sees_none = query.limit == Some(0) && !query.explain;
        if !sees_none && let Some(own) = access::check_clp(cx.caller(), class, action, false)? {
            query.filter = query.filter.and(own);
        }
        let projection = Projection::new(class, &mut query, &protected);
        if query.include_all {
            cx.complexity().check_include(&query)?;
        }
        let is_made_up = action == Action::Find && !cx.caller().is_unrestricted();
        let class = Arc::clone(class);
        Ok(Search { class, query, protected, projection, is_made_up, count_filter })
    }

    async fn run(self, cx: &Cx) -> Result<QueryResult, Error> {
        let select = self.select(cx);
        if self.query.explain {
            let plan = Box::pin(parse_store::object::explain(cx.db(), &self.class, &select)).await;
            let plan = plan.while_doing("explaining a query")?;
            let plan = Some(serde_json::json!([{ "QUERY PLAN": plan }]));
            return Ok(QueryResult { plan, ..QueryResult::default() });
        }
        let objects = async {
            if self.query.limit == Some(0) {
                return Ok(Vec::new());
            }
            self.objects(cx, &select).await
        };
        let count = async {
            match &self.count_filter {
                Some(filter) => Box::pin(self.count(cx, &select, filter)).await.map(Some),
                None => Ok(None),
            }
        };
        // Both statements are sent before either is answered.
        let (objects, count) = tokio::try_join!(objects, count)?;
        Ok(QueryResult { objects, count, ..QueryResult::default() })
    }

    async fn count(&self, cx: &Cx, select: &Select<'_>, filter: &Filter) -> Result<u64, Error> {
        let mut turn = self.turn(cx).await?;
        loop {
            let select = Select { filter, lane: turn.lane(), ..select.clone() };
            let count = parse_store::object::count(cx.db(), &self.class, &select).await;
            let count = count.while_doing("counting");
            if !turn.escalate(&count).await? {
                return count;
            }
        }
    }

    fn select<'a>(&'a self, cx: &'a Cx) -> Select<'a> {
        Select {
            filter: &self.query.filter,
            reach: cx.readable(),
            order: &self.query.order,
            limit: self.query.limit,
            skip: self.query.skip,
            columns: self.projection.columns(),
            with_score: self.projection.with_score,
            for_update: false,
            from: self.query.read_preference,
            lane: Lane::Own,
        }
    }

    /// Waits for a lane in which the statement delays only similar ones.
    async fn turn(&self, cx: &Cx) -> Result<LanePermit, Error> {
        let queries = cx.engine().client_queries();
        match self.is_made_up {
            false => Ok(LanePermit::own()),
            true if cx.db().is_begun() => queries.turn_in_transaction(cx.caller()).await,
            true => queries.turn(cx.caller()).await,
        }
    }

    /// The objects as they are stored.
    async fn found(
        &self,
        cx: &Cx,
        select: &Select<'_>,
        doing: &'static str,
    ) -> Result<Vec<Object>, Error> {
        let mut turn = self.turn(cx).await?;
        loop {
            let select = Select { lane: turn.lane(), ..select.clone() };
            let found =
                parse_store::object::find(cx.db(), &self.class, &select).await.while_doing(doing);
            if !turn.escalate(&found).await? {
                return found;
            }
        }
    }

    /// Finds objects, removes protected fields, and follows pointers.
    async fn objects(&self, cx: &Cx, select: &Select<'_>) -> Result<Vec<Object>, Error> {
        let mut objects = self.found(cx, select, "looking for objects").await?;
        self.present(cx, &mut objects);
        if !self.query.include.is_empty() {
            Box::pin(include::follow(cx, &self.class, &mut objects, &self.query)).await?;
        }
        Ok(objects)
    }

    /// Converts objects for the caller.
    fn present(&self, cx: &Cx, objects: &mut [Object]) {
        let has_files = self.class.fields.values().any(|field| field.ty == FieldType::File);
        let system = cx.engine().system_class(&self.class.name);
        for object in objects {
            if !self.protected.is_empty() {
                self.protected.apply(cx.caller(), object);
            }
            for field in &self.projection.only_for_protection {
                object.fields.remove(field.as_str());
            }
            if let Some(system) = system {
                system.hide(cx.engine(), cx.caller(), object);
            }
            if has_files {
                with_addresses(cx, object);
            }
        }
    }
}

/// Adds the URLs of files, which are recomputed on each read.
pub(crate) fn with_addresses(cx: &Cx, object: &mut Object) {
    for (_, value) in object.fields.iter_mut() {
        if let Value::File(file) = value {
            file.url = Some(file::address(cx, &file.name));
        }
    }
}

/// Objects by id for an include: with the caller's rights, in no particular order.
pub(crate) async fn by_ids(
    cx: &Cx,
    class: &ClassName,
    ids: Vec<String>,
    keys: Query,
) -> Result<Vec<Object>, Error> {
    access::check_class_restrictions(cx.caller(), class, Action::Get)?;
    let Some(known) = cx.class(class) else { return Ok(Vec::new()) };
    let action = if ids.len() == 1 { Action::Get } else { Action::Find };
    let values = ids.into_iter().map(Value::Text).collect();
    let path = parse_model::Path::field(FieldName::from_static("objectId"));
    let filter = Filter::Field(path, parse_model::Constraint::In(values));
    let mut query = Query { filter, limit: None, ..keys };
    authorize(cx, class, &mut query, Action::Get).await?;
    let after = cx.engine().triggers(class, TriggerKind::AfterFind);
    let asked = after.as_ref().map(|_| query.clone());
    let search = Search::prepare(cx, &known, query, action).await?;
    let select = search.select(cx);
    let mut objects = search.found(cx, &select, "following pointers").await?;
    search.present(cx, &mut objects);
    if let Some(system) = cx.engine().system_class(class) {
        for object in &mut objects {
            system.hide_included(cx, object);
        }
    }
    if let (Some(triggers), Some(asked)) = (after, asked) {
        triggers.after_find(cx, &asked, &mut objects).await?;
    }
    Ok(objects)
}

/// A filter with the caller's permissions, for statements that are not queries.
pub async fn settled(cx: &Cx, class: &Arc<Class>, mut filter: Filter) -> Result<Filter, Error> {
    operand::check(class, &filter)?;
    sub_query::authorise(cx, &mut filter).await?;
    Ok(filter)
}

/// An object with master rights. `None` if it does not exist.
pub(crate) async fn stored(
    cx: &Cx,
    class: &ClassName,
    id: &ObjectId,
) -> Result<Option<Object>, Error> {
    let Some(known) = cx.class(class) else { return Ok(None) };
    let filter = Filter::equals(FieldName::from_static("objectId"), id.as_str());
    let select = Select::new(&filter, parse_store::RowAccess::Everything);
    let found = parse_store::object::find(cx.db(), &known, &select)
        .await
        .while_doing("reading an object")?;
    Ok(found.into_iter().next())
}

/// 101, in the text of a delete by triggers.
pub(crate) fn not_found_for_delete() -> Refusal {
    Refusal::new(Code::OBJECT_NOT_FOUND, "Object not found for delete.")
}
