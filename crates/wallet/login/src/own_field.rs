//! The fields of a user that show their addresses. Old clients write them after every sign-in; what
//! they write is compared with what was proved, and nothing else gets through.

use async_trait::async_trait;
use parse_engine::{Cx, Draft, Error, TriggerKind, Triggers};
use parse_model::{FieldName, Json, Object, Op, Value};
use wallet::Address;

use crate::account::{self, Linked};
use crate::class::{KINDS, Kind};
use crate::refused::forbidden;

/// The triggers of `_User` about addresses.
pub(crate) struct OwnFields;

#[async_trait]
impl Triggers for OwnFields {
    fn kinds(&self) -> &[TriggerKind] {
        &[TriggerKind::BeforeSave, TriggerKind::AfterDelete]
    }

    async fn before_save(&self, cx: &Cx, draft: &mut Draft) -> Result<(), Error> {
        let touched = |kind: &&Kind| {
            (draft.is_sent(kind.primary) && kind.shows_primary(cx))
                || (draft.is_sent(kind.list) && kind.shows_list(cx))
        };
        let touched: Vec<&'static Kind> = KINDS.iter().filter(touched).collect();
        if touched.is_empty() || cx.caller().is_unrestricted() {
            return Ok(());
        }
        if draft.is_new() {
            return Err(unproved());
        }
        let all = account::all(cx, draft.id.as_str()).await?;
        for kind in touched {
            let own: Vec<&Linked> = account::of_kind(&all, kind).collect();
            if draft.is_sent(kind.list) && kind.shows_list(cx) {
                settle_list(draft, kind, &own)?;
            }
            if draft.is_sent(kind.primary) && kind.shows_primary(cx) {
                settle_primary(draft, kind, &own)?;
            }
        }
        // It comes with the addresses, and says what holds already: users read and write
        // themselves.
        draft.take_acl();
        Ok(())
    }

    async fn after_delete(&self, cx: &Cx, stored: &Object) -> Result<(), Error> {
        account::delete_addresses(cx, stored.id.as_str()).await
    }
}

/// The list is the server's; a client that sends a part of it, or all, gets the stored one back.
fn settle_list(draft: &mut Draft, kind: &'static Kind, own: &[&Linked]) -> Result<(), Error> {
    let sent = match draft.get(kind.list)? {
        Some(Value::List(items)) => items,
        None => Vec::new(),
        Some(_) => return Err(unproved()),
    };
    let is_own = |item: &Json| item.as_str().is_some_and(|text| owned(kind, own, text).is_some());
    if !sent.iter().all(is_own) {
        return Err(unproved());
    }
    draft.take(kind.list);
    let list = account::of_keys(own).into_iter().map(Json::from).collect();
    draft.set(FieldName::from_static(kind.list), Value::List(list));
    Ok(())
}

/// The primary address is any of the user's own that a key proved. Old clients send that of a
/// contract after they signed in with it; it is not stored in a field.
fn settle_primary(draft: &mut Draft, kind: &'static Kind, own: &[&Linked]) -> Result<(), Error> {
    match draft.take(kind.primary) {
        Some(Op::Set(Value::Text(text))) => {
            let named = owned(kind, own, &text).ok_or_else(unproved)?;
            if account::of_keys(own).contains(&named) {
                draft.set(FieldName::from_static(kind.primary), named.to_owned());
            }
            Ok(())
        }
        Some(Op::Delete | Op::Set(Value::Null)) if account::of_keys(own).is_empty() => Ok(()),
        _ => Err(unproved()),
    }
}

/// The user's own address that a text spells, as it is kept.
fn owned<'a>(kind: &'static Kind, own: &[&'a Linked], text: &str) -> Option<&'a str> {
    let key = |text: &str| Address::parse(kind.family, text).ok().map(|one| one.key().to_vec());
    let sent = key(text)?;
    let found = own.iter().find(|linked| key(linked.address()).as_ref() == Some(&sent))?;
    Some(found.address())
}

fn unproved() -> Error {
    forbidden("Addresses are added and removed by signing with them, and cannot be set.")
}
