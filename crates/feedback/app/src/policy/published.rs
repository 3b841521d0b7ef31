//! What is published now.

use parse_engine::{Cx, Error, WhileDoing};
use parse_model::Json;
use parse_store::{Access, Sql};

/// The newest version of each page that is published: its kind, number, time, and the lowest
/// version that testers must have accepted.
pub(super) const PUBLISHED: &str = "select jsonb_build_object('kind', p.kind, 'version', p.version,
    'publishedAt', _touchstone.iso(p.published_at), 'note', p.note,
    'required', (_touchstone.policies_required() ->> p.kind)::int)
from _touchstone.policy_version p where p.withdrawn_at is null and not exists (
    select from _touchstone.policy_version n where n.kind = p.kind and n.version > p.version)
order by array_position('{privacy,terms,rules}', p.kind)";

/// The pages for the app's own page. `None` if none is published.
pub(crate) async fn for_page(cx: &Cx) -> Result<Option<Json>, Error> {
    let rows = cx.db().documents(&Sql::new(PUBLISHED), Access::Reads).await;
    let rows = rows.while_doing("reading the published pages")?;
    Ok((!rows.is_empty()).then(|| rows.into_iter().collect()))
}
