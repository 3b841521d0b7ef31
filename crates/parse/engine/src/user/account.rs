//! Validation of every write to `_User`: names, addresses, passwords, permissions.

use parse_model::{
    Acl, Class, ClassName, Code, FieldName, FieldType, Json, JsonMap, Op, Path, Refusal, Value,
};
use parse_store::Unique;

use crate::cx::Cx;
use crate::error::{Error, WhileDoing};
use crate::extension::TriggerKind;
use crate::settings::Settings;
use crate::write::{self, Admitted};
use parse_identity::password::{self, Scheme};

/// The length of a generated username.
const MADE_UP_NAME: usize = 25;

/// The longest address mail is delivered to, in bytes.
const MAX_ADDRESS: usize = 254;

/// Columns that no client writes.
const INTERNAL: &[&str] = &[
    "_hashed_password",
    "_session_token",
    "_email_verify_token",
    "_email_verify_token_expires_at",
    "_perishable_token",
    "_perishable_token_expires_at",
    "_failed_login_count",
    "_account_lockout_expires_at",
    "_password_changed_at",
    "_password_history",
];

/// The parts of a user's body that are not ordinary fields.
#[derive(Debug, Default)]
pub(super) struct Secrets {
    pub(super) password: Option<Json>,
    pub(super) auth_data: Option<Json>,
}

impl Secrets {
    /// Removes the secrets from a body, and everything that clients may not write.
    pub(super) fn take(cx: &Cx, body: &mut JsonMap) -> Secrets {
        // As in Parse Server, where such a name is refused like any other invalid one, unless
        // triggers see the object first, which do not get internal columns.
        let class = ClassName::user();
        let is_seen = cx.engine().triggers(&class, TriggerKind::BeforeSave).is_some();
        if is_seen || cx.caller().is_maintenance() {
            body.retain(|name, _| !INTERNAL.contains(&name.as_str()));
        }
        body.remove("sessionToken");
        if !cx.caller().is_maintenance() {
            body.retain(|name, _| name != "createdAt" && name != "updatedAt");
        }
        Secrets { password: body.remove("password"), auth_data: body.remove("authData") }
    }

    /// Whether an external identity was sent.
    pub(super) fn has_identity(&self) -> bool {
        let sent = self.auth_data.as_ref().and_then(Json::as_object);
        sent.is_some_and(|sent| sent.keys().any(|provider| provider != "anonymous"))
    }

    /// The password, if one was sent.
    pub(super) fn password(self) -> Result<Option<String>, Refusal> {
        let got = match self.password {
            None | Some(Json::Null) => return Ok(None),
            Some(Json::String(password)) => return Ok(Some(password)),
            Some(Json::Bool(_)) => FieldType::Boolean,
            Some(Json::Number(_)) => FieldType::Number,
            Some(Json::Array(_)) => FieldType::Array,
            Some(Json::Object(_)) => FieldType::Object,
        };
        Err(Class::new(ClassName::user()).mismatch("password", &FieldType::String, &got))
    }
}

/// Refuses a verification state that only the server may set.
pub(super) fn check_verified(cx: &Cx, body: &JsonMap) -> Result<(), Refusal> {
    if write::names(body, "emailVerified") && !cx.caller().is_unrestricted() {
        return Err(Refusal::forbidden(
            "Clients aren't allowed to manually update email verification.",
        ));
    }
    Ok(())
}

/// Checks that no other user has the name or the address. A new user without a name gets one.
pub(super) async fn settle_names(cx: &Cx, admitted: &mut Admitted) -> Result<(), Error> {
    let settings = cx.settings();
    if settings.convert_username_to_lowercase {
        lower(admitted, "username");
    }
    if settings.convert_email_to_lowercase {
        lower(admitted, "email");
    }
    let name = text(admitted, "username");
    if name.is_none() && admitted.draft.is_new {
        make_up_name(admitted);
    }
    if settings.account.plain_names && name.as_deref().is_some_and(|name| !is_plain(name)) {
        return Err(Refusal::new(
            Code::VALIDATION_ERROR,
            "A user name is made of the letters a to z, figures, and . _ - + @",
        )
        .into());
    }
    if let Some(name) = name
        && is_taken(cx, admitted, Unique::Username, &name).await?
    {
        return Err(taken(Unique::Username).into());
    }
    let Some(email) = text(admitted, "email") else { return Ok(()) };
    if !is_address(&email) || (settings.account.plain_names && !is_graphic(&email)) {
        return Err(
            Refusal::new(Code::INVALID_EMAIL_ADDRESS, "Email address format is invalid.").into()
        );
    }
    if is_taken(cx, admitted, Unique::Email, &email).await? {
        return Err(taken(Unique::Email).into());
    }
    Ok(())
}

async fn is_taken(cx: &Cx, admitted: &Admitted, field: Unique, value: &str) -> Result<bool, Error> {
    parse_store::user_queries::is_taken(cx.db(), field, value, admitted.draft.id.as_str())
        .await
        .while_doing("looking for a name")
}

/// The non-empty text that a write sets a field to.
pub(super) fn text(admitted: &Admitted, field: &str) -> Option<String> {
    admitted.draft.ops.iter().find_map(|(path, op)| match op {
        Op::Set(Value::Text(text)) if path.field == *field && !text.is_empty() => {
            Some(text.clone())
        }
        _ => None,
    })
}

fn lower(admitted: &mut Admitted, field: &str) {
    for (path, op) in &mut admitted.draft.ops {
        if let Op::Set(Value::Text(text)) = op
            && path.field == *field
        {
            *text = text.to_lowercase();
        }
    }
}

/// Whether a username looks like a generated one.
pub fn is_made_up_name(name: &str) -> bool {
    name.len() == MADE_UP_NAME && name.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

fn make_up_name(admitted: &mut Admitted) {
    let name = parse_identity::id::random_text(MADE_UP_NAME);
    let field = FieldName::from_static("username");
    admitted.draft.ops.retain(|(path, _)| path.field != field);
    admitted.add_to_answer("username", Json::from(name.as_str()));
    admitted.draft.ops.push((Path::field(field), Op::Set(Value::Text(name))));
}

/// Locks the name and the address, in any letter case, until the transaction ends. Otherwise two
/// concurrent requests would both find them free.
pub(super) async fn claim_names(tx: &Cx, admitted: &Admitted) -> Result<(), Error> {
    let claims = [(Unique::Username, "username"), (Unique::Email, "email")];
    for (field, name) in claims {
        let Some(value) = text(admitted, name) else { continue };
        parse_store::user_queries::lock_unique_value(tx.db(), field, &value)
            .await
            .while_doing("claiming a name")?;
        if is_taken(tx, admitted, field, &value).await? {
            return Err(taken(field).into());
        }
    }
    Ok(())
}

fn taken(field: Unique) -> Refusal {
    match field {
        Unique::Username => {
            Refusal::new(Code::USERNAME_TAKEN, "Account already exists for this username.")
        }
        Unique::Email => {
            Refusal::new(Code::EMAIL_TAKEN, "Account already exists for this email address.")
        }
    }
}

fn is_graphic(email: &str) -> bool {
    email.bytes().all(|byte| byte.is_ascii_graphic())
}

/// Whether no other name can differ from this one only by case.
fn is_plain(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-+@".contains(&byte))
}

/// Text, an at sign, and text, on one line, within the length that mail allows. A control character
/// could inject a header into a mail.
fn is_address(email: &str) -> bool {
    if email.len() > MAX_ADDRESS || email.chars().any(char::is_control) {
        return false;
    }
    let is_one_line = !email.contains(['\u{2028}', '\u{2029}']);
    let last = email.char_indices().next_back().map_or(0, |(at, _)| at);
    let has_inner_at = email.char_indices().any(|(at, c)| c == '@' && at > 0 && at < last);
    is_one_line && has_inner_at
}

/// Hashes a password into the write.
pub(super) async fn set_password(
    cx: &Cx,
    admitted: &mut Admitted,
    password: String,
) -> Result<(), Error> {
    let hash = hash_password(cx, password).await?;
    set_hash(admitted, hash);
    Ok(())
}

/// Hashes a password in the form of this server.
pub(super) async fn hash_password(cx: &Cx, password: String) -> Result<String, Error> {
    Ok(password::hash(password, Scheme::current(cx.settings().mixed_fleet)).await?)
}

/// Puts the hash of a password into the write.
pub(super) fn set_hash(admitted: &mut Admitted, hash: String) {
    admitted.set_internal("_hashed_password", Value::Text(hash));
}

/// The permissions of a new user: users can always read and write themselves.
pub(super) fn own_acl(acl: Option<Acl>, id: &str, settings: &Settings) -> Acl {
    let mut acl = acl.unwrap_or_else(|| {
        let is_public = !settings.enforce_private_users;
        let read = if is_public { vec!["*".to_owned()] } else { Vec::new() };
        Acl { read: Some(read), write: Some(Vec::new()) }
    });
    acl.allow(id);
    acl
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_name_that_was_made_up_is_told_from_one_that_was_chosen() {
        assert!(is_made_up_name(&parse_identity::id::random_text(MADE_UP_NAME)));
        for chosen in
            ["ada", "a_name.of-25.letters_or-so", "", "0x52908400098527886E0F7030069857D2E4169EE7"]
        {
            assert!(!is_made_up_name(chosen), "{chosen}");
        }
    }

    #[test]
    fn an_address_has_an_at_sign_inside() {
        for good in ["a@b", "a@@", "@@b", "ä@ö", "a b@c"] {
            assert!(is_address(good), "{good}");
        }
        for bad in ["", "@", "a@", "@b", "ab", "a\n@b", "a@b\n", "a@b.c\r\nBcc: x@y", "a\0@b"] {
            assert!(!is_address(bad), "{bad:?}");
        }
        assert!(is_address(&format!("{}@b.example", "a".repeat(244))));
        assert!(!is_address(&format!("{}@b.example", "a".repeat(245))));
    }

    #[test]
    fn a_plain_name_is_like_no_other() {
        for plain in ["ada", "Ada.Lovelace", "a_b-c", "ada+tests@engines.example", "2"] {
            assert!(is_plain(plain), "{plain}");
        }
        for other in ["аda", "ａda", "ada ", "a\u{200b}da", "ada\u{301}", "a/b"] {
            assert!(!is_plain(other), "{other}");
        }
    }

    #[test]
    fn a_new_user_is_private_unless_the_operator_says_otherwise() {
        let settings = Settings::default();
        let own = json!({"u": {"read": true, "write": true}});
        assert_eq!(own_acl(None, "u", &settings).to_json(), own);
        let open = Settings { enforce_private_users: false, ..settings };
        let shown = json!({"*": {"read": true}, "u": {"read": true, "write": true}});
        assert_eq!(own_acl(None, "u", &open).to_json(), shown);
    }

    #[test]
    fn users_are_never_locked_out_of_themselves() {
        let acl = own_acl(Some(Acl::master_only()), "u", &Settings::default());
        assert!(acl.may_read(&["u".to_owned()]) && acl.may_write(&["u".to_owned()]));
    }

    #[test]
    fn a_password_is_text() {
        let sent = |json: Json| Secrets { password: Some(json), auth_data: None }.password();
        assert_eq!(sent(json!("x")), Ok(Some("x".to_owned())));
        assert_eq!(sent(json!(null)), Ok(None));
        assert_eq!(sent(json!(5)).unwrap_err().code, Code::INCORRECT_TYPE);
    }
}
