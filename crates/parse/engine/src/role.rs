//! The class `_Role`. Changing a role can change what other users may do, so every node is
//! notified.

use async_trait::async_trait;
use parse_model::{ClassName, Code, Json, JsonMap, ObjectId, Op, Refusal, Value};
use parse_store::Invalidation;

use crate::cx::Cx;
use crate::draft::{Draft, Saved};
use crate::error::Error;
use crate::extension::system_class::SystemClass;
use crate::write::{self, Admitted, field_of};

/// The class `_Role`.
pub(crate) struct RoleClass;

#[async_trait]
impl SystemClass for RoleClass {
    async fn create(&self, cx: &Cx, body: JsonMap) -> Result<Saved, Error> {
        create(cx, body).await
    }

    async fn update(&self, cx: &Cx, id: &ObjectId, body: JsonMap) -> Result<Saved, Error> {
        update(cx, id, body).await
    }

    async fn delete(&self, cx: &Cx, id: &ObjectId) -> Result<(), Error> {
        delete(cx, id).await
    }

    fn purge_notice(&self) -> Option<Invalidation> {
        Some(Invalidation::Roles)
    }
}

/// Creates a role.
async fn create(cx: &Cx, body: JsonMap) -> Result<Saved, Error> {
    let mut draft = Draft::create(cx, &ClassName::role(), body)?;
    draft.before_save(cx).await?;
    check_new(&draft)?;
    store(cx, draft.admit(cx).await?).await
}

/// Changes a role or its members.
async fn update(cx: &Cx, id: &ObjectId, body: JsonMap) -> Result<Saved, Error> {
    check_kept(&body)?;
    let mut draft = Draft::update(cx, &ClassName::role(), id, body).await?;
    draft.before_save(cx).await?;
    store(cx, draft.admit(cx).await?).await
}

/// Removes a role.
async fn delete(cx: &Cx, id: &ObjectId) -> Result<(), Error> {
    let tx = cx.in_transaction()?;
    let outcome = async {
        write::delete_object(&tx, &ClassName::role(), id).await?;
        tx.note_role_write();
        tx.publish(Invalidation::Roles).await
    }
    .await;
    tx.finish_for(cx, outcome).await?;
    cx.engine().invalidate(&Invalidation::Roles);
    Ok(())
}

async fn store(cx: &Cx, admitted: Admitted) -> Result<Saved, Error> {
    let tx = cx.in_transaction()?;
    let outcome = async {
        let saved = admitted.store(&tx).await?;
        tx.note_role_write();
        tx.publish(Invalidation::Roles).await?;
        Ok(saved)
    }
    .await;
    let saved = tx.finish_for(cx, outcome).await?;
    // A session may have been cached between the statement and the commit.
    cx.engine().invalidate(&Invalidation::Roles);
    Ok(saved)
}

/// A new role must have a name and an ACL.
fn check_new(draft: &Draft) -> Result<(), Refusal> {
    let name = draft.ops.iter().find(|(path, _)| path.field == "name");
    let is_named = match name {
        None | Some((_, Op::Delete | Op::Set(Value::Null))) => false,
        Some((_, Op::Set(Value::Text(name)))) => !name.is_empty(),
        // A value of another type is refused by the type check.
        Some(_) => true,
    };
    if !is_named {
        return Err(required("name"));
    }
    if draft.acl().is_none() {
        return Err(required("ACL"));
    }
    Ok(())
}

/// Its name and ACL cannot be removed.
fn check_kept(body: &JsonMap) -> Result<(), Refusal> {
    for name in ["name", "ACL"] {
        let mut sent = body.iter().filter(|(key, _)| field_of(key) == name);
        let is_deleted = |json: &Json| json.get("__op").and_then(Json::as_str) == Some("Delete");
        if sent.any(|(_, json)| is_deleted(json)) {
            return Err(required(name));
        }
    }
    Ok(())
}

fn required(name: &str) -> Refusal {
    Refusal::new(Code::INCORRECT_TYPE, format!("{name} is required."))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_role_keeps_its_name_and_its_permissions() {
        let check = |body: Json| check_kept(body.as_object().unwrap());
        assert_eq!(check(json!({"name": "x", "ACL": {}})), Ok(()));
        for name in ["name", "ACL"] {
            let refusal = check(json!({ name: { "__op": "Delete" } })).unwrap_err();
            assert_eq!(refusal, required(name));
        }
    }
}
