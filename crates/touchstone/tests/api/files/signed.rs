//! Files that only those get who were shown where they are, and bytes that go with their row.

use std::sync::Arc;

use parse_engine::{Extension, file};
use parse_identity::Caller;
use parse_model::Json;
use serde_json::json;
use testkit::case;

use super::file_server::{FileServer, Folder};
use crate::api::{APPLICATION, Answer, Api, Hands, request, text};

async fn fetched(place: &FileServer, path: &str) -> Answer {
    place.api.raw(request("GET", path, &[], Json::Null)).await
}

/// A server whose addresses are good for an hour, by a clock that is set.
async fn an_hour() -> (FileServer, Arc<Hands>) {
    let (folder, clock) = (Folder::fresh(), Hands::at("2026-11-16T08:00:00.000Z"));
    let path = folder.0.to_string_lossy().into_owned();
    let settings = [("FILES_DIRECTORY", &*path), ("FILE_ADDRESS_LIFETIME", "3600")];
    let api = Api::at(&settings, Extension::default(), Arc::clone(&clock) as _).await;
    (FileServer { api, folder }, clock)
}

#[test]
fn the_address_of_a_file_ends_and_anyone_who_reads_the_object_is_shown_a_new_one() {
    case(async {
        let (place, clock) = an_hour().await;
        let saved = place.upload_as_master("a.txt", &[], "kept").await.ok();
        let file = json!({ "__type": "File", "name": text(&saved, "name") });
        let note = place.api.send("POST", "/classes/Note", json!({ "file": file })).await.ok();
        let path = format!("/classes/Note/{}", text(&note, "objectId"));
        let shown = async || {
            let note = place.api.send("GET", &path, Json::Null).await.ok();
            let address = text(&note["file"], "url").to_owned();
            address[address.find("/files/").expect("a path")..].to_owned()
        };
        let first = shown().await;
        let answer = fetched(&place, &first).await;
        assert_eq!((answer.status, &*answer.text), (200, "kept"));
        let (bare, _) = first.split_once('?').expect("a signature");
        let metadata = bare.replace(APPLICATION, &format!("{APPLICATION}/metadata"));
        for path in [bare, &first.replace("expires=", "expires=9"), &format!("{bare}?signature=")] {
            assert_eq!(fetched(&place, path).await.status, 404, "{path}");
        }
        assert_eq!(fetched(&place, &metadata).await.ok(), json!({}));
        assert_eq!(place.api.master("GET", bare, Json::Null).await.status, 200);
        clock.advance(3600 + 900);
        assert_eq!(fetched(&place, &first).await.status, 404, "its time is over");
        assert_eq!(fetched(&place, &shown().await).await.status, 200);
    });
}

#[test]
fn the_bytes_of_a_file_that_is_marked_go_and_others_stay() {
    case(async {
        for place in FileServer::both(&[]).await {
            let (gone, kept) = (place.stored("a.txt", "1").await, place.stored("b.txt", "2").await);
            let mark = "update _touchstone.file set removed_at = now() where name = $1";
            let client = place.api.database().client().await;
            client.execute(mark, &[&gone]).await.expect("a mark");
            let cx = place.api.app.engine.cx(Caller::master());
            let delete =
                async || file::delete_removed(&cx, &place.api.app.http.state.files).await.unwrap();
            assert_eq!((delete().await, delete().await), (1, 0));
            assert_eq!(place.listed().await, [kept]);
        }
    });
}
