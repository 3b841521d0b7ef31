//! What an application may say about files.

use async_trait::async_trait;
use parse_engine::file::{FileDraft, FileTriggers, SavedFile, Served};
use parse_engine::{Cx, Error, Extension, TriggerKind};
use parse_files::StoredName;
use parse_model::{Code, Json};
use serde_json::json;
use testkit::case;

use super::file_server::FileServer;
use crate::api::{APPLICATION, request, text};

/// Triggers of every kind.
struct RecordingTriggers;

#[async_trait]
impl FileTriggers for RecordingTriggers {
    fn kinds(&self) -> &'static [TriggerKind] {
        &[
            TriggerKind::BeforeSave,
            TriggerKind::AfterSave,
            TriggerKind::BeforeDelete,
            TriggerKind::BeforeFind,
            TriggerKind::AfterFind,
        ]
    }

    async fn before_save(&self, cx: &Cx, file: &mut FileDraft) -> Result<(), Error> {
        if file.name.as_str() == "refused.txt" {
            return Err(Error::refused(Code(4242), "not this one"));
        }
        if file.name.as_str() == "instead.txt" {
            let name = StoredName::checked("other.txt")?;
            let url = "https://elsewhere/other.txt".to_owned();
            file.instead = Some(SavedFile { name, url, size: None });
        }
        let by = if cx.caller().is_master() { "master" } else { "user" };
        file.metadata.insert("by".to_owned(), json!(by));
        Ok(())
    }

    async fn after_save(&self, _: &Cx, file: &SavedFile) -> Result<(), Error> {
        assert!(file.name.as_str().ends_with("other.txt") || file.size == Some(1));
        Ok(())
    }

    async fn before_delete(&self, _: &Cx, file: &SavedFile) -> Result<(), Error> {
        if file.name.as_str().ends_with("_locked.txt") {
            return Err(Error::refused(Code::FILE_DELETE_ERROR, "locked"));
        }
        Ok(())
    }

    async fn before_find(&self, _: &Cx, name: &mut StoredName) -> Result<(), Error> {
        if name.as_str().ends_with("_secret.txt") {
            return Err(Error::refused(Code::SCRIPT_FAILED, "secret"));
        }
        Ok(())
    }

    async fn after_find(&self, _: &Cx, served: &mut Served) -> Result<(), Error> {
        served.is_download = served.name.as_str().ends_with("_kept.txt");
        served.headers.push(("X-Told".to_owned(), "yes".to_owned()));
        served.headers.push(("X-Bad".to_owned(), "a\r\nb: c".to_owned()));
        Ok(())
    }
}

#[test]
fn rules_refuse_change_and_replace_what_is_uploaded() {
    case(async {
        let place =
            FileServer::on_disk(&[], Extension::default().with_file_triggers(RecordingTriggers))
                .await;
        let refused = place.upload_as_master("refused.txt", &[], "x").await;
        refused.refused(400, 4242, "not this one");
        let replaced = place.upload_as_master("instead.txt", &[], "x").await.ok();
        assert_eq!(replaced, json!({ "url": "https://elsewhere/other.txt", "name": "other.txt" }));
        assert_eq!(place.folder.names().len(), 0);
        let saved = place.upload_as_master("a.txt", &[], "x").await.ok();
        let path = format!("/files/{APPLICATION}/metadata/{}", text(&saved, "name"));
        let written = place.api.raw(request("GET", &path, &[], Json::Null)).await;
        written.is(200, json!({ "metadata": { "by": "master" } }));
    });
}

#[test]
fn rules_refuse_and_dress_what_is_downloaded() {
    case(async {
        let place =
            FileServer::on_disk(&[], Extension::default().with_file_triggers(RecordingTriggers))
                .await;
        let secret = place.stored("secret.txt", "x").await;
        place.download(&secret, &[]).await.refused(403, 141, "secret");
        let path = format!("/files/{APPLICATION}/metadata/{secret}");
        let refused = place.api.raw(request("GET", &path, &[], Json::Null)).await;
        refused.refused(403, 141, "secret");
        let kept = place.stored("kept.txt", "x").await;
        let read = place.download(&kept, &[]).await;
        assert_eq!(read.header("x-told"), Some("yes"));
        assert_eq!(read.header("x-bad"), None);
        let expected = format!("attachment;filename={kept}");
        assert_eq!(read.header("content-disposition"), Some(&*expected));
    });
}

#[test]
fn rules_refuse_a_deletion() {
    case(async {
        let place =
            FileServer::on_disk(&[], Extension::default().with_file_triggers(RecordingTriggers))
                .await;
        let locked = place.stored("locked.txt", "x").await;
        let refused = place.api.master("DELETE", &format!("/files/{locked}"), Json::Null).await;
        refused.refused(400, 153, "locked");
        assert_eq!(place.download(&locked, &[]).await.text, "x");
    });
}
