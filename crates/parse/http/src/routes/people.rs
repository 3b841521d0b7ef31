//! Signing in and out, and sessions.

use parse_engine::{Cx, session, user};

use crate::parameter::Request;
use crate::reply::{HttpError, Reply};

/// `GET /users/me`
pub(super) async fn me(cx: &Cx) -> Result<Reply, HttpError> {
    Reply::of(&user::me(cx).await?)
}

/// `GET` or `POST /login`
pub(super) async fn log_in(cx: &Cx, request: Request) -> Result<Reply, HttpError> {
    Reply::of(&user::log_in(cx, request.credentials()).await?)
}

/// `POST /loginAs`
pub(super) async fn log_in_as(cx: &Cx, request: Request) -> Result<Reply, HttpError> {
    Reply::of(&user::log_in_as(cx, request.arguments()).await?)
}

/// `POST /logout`
pub(super) async fn log_out(cx: &Cx) -> Result<Reply, HttpError> {
    user::log_out(cx).await?;
    Ok(Reply::empty())
}

/// `GET` or `POST /verifyPassword`
pub(super) async fn verify_password(cx: &Cx, request: Request) -> Result<Reply, HttpError> {
    Reply::of(&user::verify_password(cx, request.credentials()).await?)
}

/// `POST /challenge`
pub(super) async fn challenge(cx: &Cx, request: Request) -> Result<Reply, HttpError> {
    Reply::of(&user::challenge(cx, request.body).await?)
}

/// `POST /requestPasswordReset`
pub(super) async fn request_password_reset(cx: &Cx, request: Request) -> Result<Reply, HttpError> {
    user::request_reset(cx, &request.body).await?;
    Ok(Reply::empty())
}

/// `POST /verificationEmailRequest`
pub(super) async fn request_verification(cx: &Cx, request: Request) -> Result<Reply, HttpError> {
    user::request_verification(cx, &request.body).await?;
    Ok(Reply::empty())
}

/// `GET /sessions/me`
pub(super) async fn current_session(cx: &Cx) -> Result<Reply, HttpError> {
    Reply::of(&session::current(cx).await?)
}

/// `POST /upgradeToRevocableSession`
pub(super) async fn upgrade_session(cx: &Cx) -> Result<Reply, HttpError> {
    Reply::of(&session::upgrade(cx).await?)
}
