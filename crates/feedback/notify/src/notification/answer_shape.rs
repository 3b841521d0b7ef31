//! The answers of functions about notifications.

use feedback_core::answer_shapes;
use parse_model::Json;

answer_shapes! {
    /// `notificationList`.
    pub(super) NotificationsAnswer {
        rows: Vec<NotificationView>,
        next: Option<String>,
        waiting: u32,
        unread: u32,
    }
    /// `notificationCount`.
    pub(super) NotificationCountAnswer { waiting: u32, unread: u32, }
    pub(super) NotificationView {
        id: String,
        kind: String,
        bucket: String,
        at: String,
        count: u32,
        actor: Option<NotificationActor>,
        issue: Option<NotificationIssue>,
        data: Json,
        read_at: Option<String>,
        done_at: Option<String>,
    }
    pub(super) NotificationActor { id: Option<String>, username: Option<String>, }
    pub(super) NotificationIssue { id: String, number: u32, title: Option<String>, status: Option<String>, }
}
