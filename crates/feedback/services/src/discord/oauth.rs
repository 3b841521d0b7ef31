//! Linking an account: the authorization URL, the exchange of the code, and the identity.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::body;
use super::snowflake::is_snowflake;
use super::user_agent::user_agent;
use crate::call::{Answer, Request};
use crate::pkce::challenge;
use crate::text::pairs;

/// The authorization URL for the browser.
pub fn authorize_url(
    origin: &str,
    client_id: &str,
    redirect_uri: &str,
    state: &str,
    verifier: &str,
) -> String {
    let query = [
        ("response_type", "code"),
        ("client_id", client_id),
        ("scope", "identify"),
        ("redirect_uri", redirect_uri),
        ("state", state),
        ("prompt", "consent"),
        ("code_challenge", &challenge(verifier)),
        ("code_challenge_method", "S256"),
    ];
    format!("{origin}/oauth2/authorize?{}", pairs(&query))
}

/// The parameters of a code exchange.
#[derive(Debug, Clone, Copy)]
pub struct Exchange<'a> {
    /// The address of Discord, without a slash at the end.
    pub origin: &'a str,
    /// The application.
    pub client_id: &'a str,
    /// Its secret.
    pub client_secret: &'a str,
    /// The address of the app.
    pub site: &'a str,
    /// The exact redirect URI of the authorization.
    pub redirect_uri: &'a str,
    /// The verifier of the PKCE challenge.
    pub verifier: &'a str,
}

impl Exchange<'_> {
    /// Exchanges a code for a token.
    pub fn token(&self, code: &str) -> Request {
        let form = [
            ("grant_type", "authorization_code"),
            ("code", code),
            ("redirect_uri", self.redirect_uri),
            ("code_verifier", self.verifier),
        ];
        let basic = STANDARD.encode(format!("{}:{}", self.client_id, self.client_secret));
        Request::post(format!("{}/api/oauth2/token", self.origin))
            .header("authorization", format!("Basic {basic}"))
            .header("user-agent", user_agent(self.site))
            .body("application/x-www-form-urlencoded", pairs(&form))
            .on_behalf_of(crate::text::credential(self.client_secret))
    }

    /// Requests the owner of a token.
    pub fn identity(&self, token: &str) -> Request {
        Request::get(format!("{}/api/v10/users/@me", self.origin))
            .header("authorization", format!("Bearer {token}"))
            .header("user-agent", user_agent(self.site))
            .on_behalf_of(crate::text::credential(self.client_secret))
    }
}

/// The token in the answer to an exchange, if its scope includes the identity.
pub fn read_token(answer: &Answer) -> Option<String> {
    let body = body(answer);
    let scopes = body["scope"].as_str().unwrap_or_default();
    let is_fitting = answer.is_success() && scopes.split(' ').any(|scope| scope == "identify");
    body["access_token"]
        .as_str()
        .filter(|token| is_fitting && is_header_text(token))
        .map(str::to_owned)
}

fn is_header_text(token: &str) -> bool {
    !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_graphic())
}

/// The owner of an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// The account's id.
    pub id: String,
    /// The display name.
    pub name: String,
}

impl Identity {
    /// Of a user in one of Discord's bodies.
    pub(super) fn of_user(user: &serde_json::Value) -> Option<Identity> {
        let id = user["id"].as_str().filter(|id| is_snowflake(id))?;
        let name = user["global_name"].as_str().or_else(|| user["username"].as_str());
        let name = crate::text::cut(name.filter(|name| !name.is_empty()).unwrap_or(id), 80, false);
        Some(Identity { id: id.to_owned(), name })
    }
}

/// The identity in an answer.
pub fn read_identity(answer: &Answer) -> Option<Identity> {
    Identity::of_user(&body(answer)).filter(|_| answer.is_success())
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXCHANGE: Exchange<'_> = Exchange {
        origin: super::super::ORIGIN,
        client_id: "12",
        client_secret: "s3cret",
        site: "https://beta.example",
        redirect_uri: "https://beta.example/link/discord",
        verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
    };

    #[test]
    fn the_address_holds_the_challenge_and_never_the_verifier() {
        let url =
            authorize_url(EXCHANGE.origin, "12", EXCHANGE.redirect_uri, "st&te", EXCHANGE.verifier);
        assert!(url.starts_with(
            "https://discord.com/oauth2/authorize?response_type=code&client_id=12&scope=identify&"
        ));
        assert!(
            url.contains(
                "&redirect_uri=https%3A%2F%2Fbeta%2Eexample%2Flink%2Fdiscord&state=st%26te&"
            ),
            "{url}"
        );
        assert!(url.ends_with("&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw%2DcM&code_challenge_method=S256"));
        assert!(!url.contains("dBjftJeZ"));
    }

    #[test]
    fn a_code_is_exchanged_by_a_form_with_the_secret_in_a_header() {
        let request = EXCHANGE.token("c0de");
        assert_eq!(request.url, "https://discord.com/api/oauth2/token");
        let header = ("authorization".to_owned(), "Basic MTI6czNjcmV0".to_owned());
        assert!(request.headers.contains(&header));
        let form = String::from_utf8(request.body).expect("text");
        assert!(
            form.starts_with("grant_type=authorization%5Fcode&code=c0de&redirect_uri=https%3A"),
            "{form}"
        );
        assert!(!form.contains("s3cret"));
    }

    #[test]
    fn only_a_token_that_identifies_and_a_whole_identity_are_taken() {
        let token = |body: &str| read_token(&Answer::new(200, body));
        assert_eq!(token(r#"{"access_token":"t","scope":"identify"}"#).as_deref(), Some("t"));
        assert_eq!(token(r#"{"access_token":"t","scope":"email"}"#), None);
        assert_eq!(token("{\"access_token\":\"t\\r\\nx: y\",\"scope\":\"identify\"}"), None);
        assert_eq!(read_token(&Answer::new(400, r#"{"error":"invalid_grant"}"#)), None);
        let who =
            read_identity(&Answer::new(200, r#"{"id":"42","username":"rin","global_name":null}"#));
        assert_eq!(who, Some(Identity { id: "42".to_owned(), name: "rin".to_owned() }));
        assert_eq!(read_identity(&Answer::new(401, r#"{"id":"42","username":"rin"}"#)), None);
    }
}
