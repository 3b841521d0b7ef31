//! Pictures of settings in the database. They are not deleted: earlier versions of a setting name
//! them.

use std::sync::{Arc, Mutex, PoisonError};

use parse_engine::{Error, WhileDoing};
use parse_model::Json;
use parse_store::{Access, Bind, Db, Sql};

use crate::command_context::CommandContext;
use crate::picture::{Picture, side};

/// The stored picture with this name.
pub async fn read(db: &Db, name: &str) -> Result<Option<Picture>, Error> {
    if side(name).is_none() {
        return Ok(None);
    }
    let sql = Sql::fixed(
        "select to_jsonb(png) from _touchstone.setting_picture where name = $1::text",
        [Bind::from(name)],
    );
    let rows: Vec<Json> =
        db.documents(&sql, Access::Reads).await.while_doing("reading a picture")?;
    Ok(rows.first().and_then(Json::as_str).and_then(Picture::decoded))
}

/// Stores a picture inside a transaction, unless it is there.
pub(crate) async fn store(ctx: &CommandContext, picture: &Picture) -> Result<(), Error> {
    let sql = Sql::fixed(
        "insert into _touchstone.setting_picture (name, png, created_at)
        values ($1::text, $2::text, $3::timestamptz) on conflict (name) do nothing",
        [Bind::from(picture.name()), picture.encoded().into(), ctx.now().into()],
    );
    ctx.execute(&sql).await.map(drop)
}

/// The picture that was read last, so that a large mailing reads it once.
#[derive(Debug, Default)]
pub struct LastPicture(Mutex<Option<(String, Arc<Picture>)>>);

impl LastPicture {
    /// The stored picture with this name.
    pub async fn read(&self, db: &Db, name: &str) -> Result<Option<Arc<Picture>>, Error> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some((_, picture)) = known.filter(|(known, _)| known == name) {
            return Ok(Some(picture));
        }
        let Some(picture) = read(db, name).await?.map(Arc::new) else { return Ok(None) };
        let known = Some((name.to_owned(), Arc::clone(&picture)));
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = known;
        Ok(Some(picture))
    }
}
