//! Notifications, mail, push, chat and announcements.

pub mod account_link;
pub mod announcement;
pub mod browser_push;
pub mod chat;
pub mod chat_service;
pub mod delivery;
pub mod mail;
pub mod notification;
