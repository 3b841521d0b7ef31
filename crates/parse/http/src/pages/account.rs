//! What pages do: confirm an address, set a new password.

use axum::body::Body;
use axum::http::Response;
use parse_engine::user::Followed;
use parse_engine::{Cx, Error, user};
use parse_model::{Code, Refusal};

use super::{PageParameters, Parameters, PasswordResetMethod, PublicPage, go_to};
use crate::reply::{HttpError, Reply};
use crate::state::HttpState;

type Answer = Result<Response<Body>, HttpError>;

/// `GET /apps/:appId/verify_email`
pub(super) async fn verify_email(state: &HttpState, cx: &Cx, asked: &PageParameters) -> Answer {
    let page = match asked.query("token") {
        None => PublicPage::EmailVerificationLinkInvalid,
        Some(secret) => match user::verify_email(cx, secret).await {
            Ok(Followed::Confirmed) => PublicPage::EmailVerificationSuccess,
            // Parse Server calls every link that does not work invalid, and its apps go by that.
            Ok(Followed::Expired) if !state.settings.mimics_parse_server => {
                let mut parameters = Parameters::default();
                parameters.set("token", secret);
                let page = PublicPage::EmailVerificationLinkExpired;
                return go_to(state, asked, page, parameters, PasswordResetMethod::ByMethod).await;
            }
            Ok(Followed::Expired | Followed::Unknown) | Err(Error::Refused(_)) => {
                PublicPage::EmailVerificationLinkInvalid
            }
            Err(error) => return Err(error.into()),
        },
    };
    go_to(state, asked, page, Parameters::default(), PasswordResetMethod::ByMethod).await
}

/// `POST /apps/:appId/resend_verification_email`
pub(super) async fn resend_verification(
    state: &HttpState,
    cx: &Cx,
    asked: &PageParameters,
) -> Answer {
    let (username, secret) = (asked.form("username"), asked.form("token"));
    let hides = state.engine.settings().account.email_verify_success_on_invalid_email;
    let page = if username.is_none() && secret.is_none() {
        PublicPage::EmailVerificationLinkInvalid
    } else if user::resend(cx, username, secret).await? || hides {
        PublicPage::EmailVerificationSendSuccess
    } else {
        PublicPage::EmailVerificationSendFail
    };
    go_to(state, asked, page, Parameters::default(), PasswordResetMethod::ByMethod).await
}

/// `GET /apps/:appId/request_password_reset`
pub(super) async fn request_reset(state: &HttpState, cx: &Cx, asked: &PageParameters) -> Answer {
    let invalid = PublicPage::PasswordResetLinkInvalid;
    let Some(secret) = asked.query("token") else {
        return go_to(state, asked, invalid, Parameters::default(), PasswordResetMethod::ByMethod)
            .await;
    };
    match user::check_reset_link(cx, secret).await {
        Ok(()) => {
            let mut parameters = Parameters::default();
            parameters.set("token", secret);
            go_to(
                state,
                asked,
                PublicPage::PasswordReset,
                parameters,
                PasswordResetMethod::ByMethod,
            )
            .await
        }
        Err(Error::Refused(_)) => {
            go_to(state, asked, invalid, Parameters::default(), PasswordResetMethod::ByMethod).await
        }
        Err(error) => Err(error.into()),
    }
}

/// `GET /apps/choose_password`
pub(super) async fn choose_password(state: &HttpState, asked: &PageParameters) -> Answer {
    let mut parameters = Parameters::default();
    parameters.set("appId", &state.settings.keys.application_id);
    parameters.set_some("appName", state.settings.pages.app_name.as_deref());
    parameters.set_some("token", asked.query("token"));
    parameters.set_some("username", asked.query("username"));
    go_to(state, asked, PublicPage::PasswordReset, parameters, PasswordResetMethod::ByMethod).await
}

/// `POST /apps/:appId/request_password_reset`
pub(super) async fn reset_password(state: &HttpState, cx: &Cx, asked: &PageParameters) -> Answer {
    let (secret, password) = (asked.form("token"), asked.form("new_password"));
    let (Some(secret), Some(password)) = (secret, password) else {
        if !asked.is_script {
            let page = PublicPage::PasswordResetLinkInvalid;
            return go_to(state, asked, page, Parameters::default(), PasswordResetMethod::ByMethod)
                .await;
        }
        return Err(match secret {
            None => Refusal::new(Code::OTHER_CAUSE, "Missing token"),
            Some(_) => Refusal::new(Code::PASSWORD_MISSING, "Missing password"),
        }
        .into());
    };
    match (reset(cx, asked, secret, password).await?, asked.is_script) {
        (None, true) => {
            let told = Reply::of(&"Password successfully reset")?;
            Ok(told.into_response(String::new))
        }
        (Some(reason), true) => Err(Refusal::new(Code::OTHER_CAUSE, reason).into()),
        (None, false) => {
            let page = PublicPage::PasswordResetSuccess;
            go_to(state, asked, page, Parameters::default(), PasswordResetMethod::Shown).await
        }
        (Some(reason), false) => {
            let mut parameters = Parameters::default();
            parameters.set("token", secret);
            parameters.set("appId", &state.settings.keys.application_id);
            parameters.set("error", &reason);
            go_to(state, asked, PublicPage::PasswordReset, parameters, PasswordResetMethod::Shown)
                .await
        }
    }
}

/// Sets the password, or says why not.
async fn reset(
    cx: &Cx,
    asked: &PageParameters,
    secret: &str,
    password: &str,
) -> Result<Option<String>, HttpError> {
    // Our page has no script that could compare the two.
    if asked.form("confirm_new_password").is_some_and(|again| again != password) {
        return Ok(Some("The two passwords are not the same.".to_owned()));
    }
    match Box::pin(user::reset_password(cx, secret, password.to_owned())).await {
        Ok(()) => Ok(None),
        Err(Error::Refused(refusal)) => Ok(Some(refusal.message.into_owned())),
        Err(Error::Busy) if !asked.is_script => {
            Ok(Some("The server is busy. Try again in a moment.".to_owned()))
        }
        Err(error) => Err(error.into()),
    }
}
