//! Files from outside: on disk, and in a bucket of a real server that speaks S3.

mod attack;
mod cut;
pub(crate) mod file_server;
mod orphan;
mod rule;
mod signed;

use axum::body::Body;
use parse_engine::Extension;
use parse_model::Json;
use serde_json::json;
use testkit::case;

use crate::api::{APPLICATION, MASTER, READ_ONLY, request, text};

use file_server::FileServer;

#[test]
fn bytes_come_back_as_they_went_in_whichever_way_they_were_sent() {
    case(async {
        for place in FileServer::both(&[]).await {
            let raw =
                place.upload_as_master("a.txt", &[("content-type", "text/plain")], "raw").await;
            let streamed = place
                .upload_as_master("b.txt", &[("x-parse-upload-mode", "stream")], "streamed")
                .await;
            let body = json!({
                "base64": "aW4gSlNPTg==",
                "_ContentType": "text/plain",
                "_ApplicationId": APPLICATION,
                "_MasterKey": MASTER,
            });
            let kind = [("content-type", "text/plain")];
            let in_json = place.api.raw(request("POST", "/files/c.txt", &kind, body)).await;
            for (answer, bytes) in [(raw, "raw"), (streamed, "streamed"), (in_json, "in JSON")] {
                assert_eq!(answer.status, 201, "{}", answer.text);
                let url = answer.header("location").expect("a location").to_owned();
                let saved = answer.ok();
                assert_eq!(text(&saved, "url"), url);
                assert_eq!(saved.as_object().unwrap().len(), 2);
                let name = text(&saved, "name");
                assert_eq!(&name[32..33], "_");
                let read = place.download(name, &[]).await;
                assert_eq!((read.status, &*read.text), (200, bytes));
                assert_eq!(read.header("content-type"), Some("text/plain; charset=utf-8"));
                assert_eq!(read.header("x-content-type-options"), Some("nosniff"));
                assert_eq!(read.header("content-length"), Some(&*bytes.len().to_string()));
            }
        }
    });
}

#[test]
fn a_file_of_many_parts_comes_back_whole() {
    case(async {
        for place in FileServer::both(&[("MAX_UPLOAD_SIZE", "40mb")]).await {
            let line: String = (0..1 << 20).map(|at| char::from(b'a' + (at % 23) as u8)).collect();
            let pieces = vec![line.clone(); 20].into_iter().map(Ok::<_, std::io::Error>);
            let body = Body::from_stream(futures_util::stream::iter(pieces));
            let saved = place.upload_as_master("big.txt", &[], body).await.ok();
            let name = text(&saved, "name").to_owned();
            let whole = place.download(&name, &[]).await;
            assert!(whole.text == line.repeat(20), "{} bytes came back", whole.text.len());
            let at = (5 << 20) - 3;
            let range = format!("bytes={at}-{}", at + 9);
            let part = place.download(&name, &[("range", &range)]).await;
            assert_eq!((part.status, &*part.text), (206, &line.repeat(20)[at..at + 10]));
        }
    });
}

#[test]
fn a_part_of_a_file_is_served_and_what_it_does_not_have_is_not() {
    case(async {
        for place in FileServer::both(&[]).await {
            let name = place.stored("a.txt", "0123456789").await;
            let ranged = async |range: &str| place.download(&name, &[("range", range)]).await;
            let part = ranged("bytes=2-4").await;
            assert_eq!((part.status, &*part.text), (206, "234"));
            assert_eq!(part.header("content-range"), Some("bytes 2-4/10"));
            assert_eq!(part.header("content-length"), Some("3"));
            assert_eq!(ranged("bytes=-3").await.text, "789");
            let beyond = ranged("bytes=10-").await;
            assert_eq!((beyond.status, beyond.header("content-range")), (416, Some("bytes */10")));
            for whole in ["bytes=9-1", "bytes=-", "bytes=0-0,2-2"] {
                let answer = ranged(whole).await;
                assert_eq!((answer.status, &*answer.text), (200, "0123456789"), "{whole}");
            }
        }
    });
}

#[test]
fn a_file_that_the_caller_has_is_not_sent_again() {
    case(async {
        for place in FileServer::both(&[]).await {
            let name = place.stored("a.txt", "once").await;
            let first = place.download(&name, &[]).await;
            let etag = first.header("etag").expect("an etag").to_owned();
            let again = place.download(&name, &[("if-none-match", &etag)]).await;
            assert_eq!((again.status, &*again.text), (304, ""));
            let other = place.download(&name, &[("if-none-match", "\"other\"")]).await;
            assert_eq!(other.status, 200);
            let stale = [("range", "bytes=0-0"), ("if-range", "\"other\"")];
            assert_eq!(place.download(&name, &stale).await.status, 200);
            let current = [("range", "bytes=0-0"), ("if-range", &*etag)];
            assert_eq!(place.download(&name, &current).await.status, 206);
            let head = place.asked("HEAD", &name, &[]).await;
            assert_eq!((head.status, &*head.text), (200, ""));
            assert_eq!(head.header("content-length"), Some("4"));
        }
    });
}

#[test]
fn a_deleted_file_is_gone_and_only_the_master_key_deletes() {
    case(async {
        for place in FileServer::both(&[]).await {
            let name = place.stored("a.txt", "x").await;
            let path = format!("/files/{name}");
            place
                .api
                .send("DELETE", &path, Json::Null)
                .await
                .is(403, json!({ "error": "Permission denied" }));
            let read_only = [("x-parse-master-key", READ_ONLY)];
            let answer = place.api.send_with("DELETE", &path, &read_only, Json::Null).await;
            answer.is(403, json!({ "error": "Permission denied" }));
            let deleted = place.api.master("DELETE", &path, Json::Null).await;
            assert_eq!((deleted.status, &*deleted.text), (200, ""));
            let gone = place.download(&name, &[]).await;
            assert_eq!((gone.status, &*gone.text), (404, "File not found."));
            let again = place.api.master("DELETE", &path, Json::Null).await;
            again.refused(400, 153, "Could not delete file.");
        }
    });
}

#[test]
fn what_is_written_on_a_file_can_be_read() {
    case(async {
        for place in FileServer::both(&[]).await {
            let headers = [
                ("x-parse-upload-mode", "stream"),
                ("x-parse-file-metadata", r#"{"author":"Ada","n":1}"#),
                ("x-parse-file-tags", r#"{"topic":"engines"}"#),
                ("x-parse-file-directory", "notes/2026"),
            ];
            let saved = place.upload_as_master("a.txt", &headers, "x").await.ok();
            let name = text(&saved, "name");
            assert!(name.starts_with("notes/2026/"), "{name}");
            assert!(text(&saved, "url").contains("/files/app/notes%2F2026%2F"));
            assert_eq!(place.download(name, &[]).await.text, "x");
            let written = place.asked("GET", &format!("metadata/{name}"), &[]).await;
            // The slash after `metadata` is part of the route, not of the name.
            assert_eq!(written.status, 404);
            let path = format!("/files/{APPLICATION}/metadata/{}", parse_files::encoded(name));
            let written = place.api.raw(request("GET", &path, &[], Json::Null)).await;
            written.is(
                200,
                json!({ "metadata": { "author": "Ada", "n": 1 }, "tags": { "topic": "engines" } }),
            );
            let unknown = format!("/files/{APPLICATION}/metadata/nothing.txt");
            place.api.raw(request("GET", &unknown, &[], Json::Null)).await.is(200, json!({}));
        }
    });
}

#[test]
fn a_kept_name_is_never_given_to_another_file() {
    case(async {
        for place in FileServer::both(&[("PRESERVE_FILE_NAME", "true")]).await {
            let saved = place.upload_as_master("a%20b.txt", &[], "first").await.ok();
            assert_eq!(text(&saved, "name"), "a b.txt");
            let second = place.upload_as_master("a%20b.txt", &[], "second").await;
            second.refused(400, 130, "A file of this name exists already.");
            assert_eq!(place.download("a b.txt", &[]).await.text, "first");
            assert_eq!(place.listed().await, ["a b.txt"]);
        }
    });
}

#[test]
fn a_folder_of_parse_servers_is_read_and_written_as_it_is() {
    case(async {
        let place = FileServer::on_disk(&[], Extension::default()).await;
        std::fs::create_dir_all(&place.folder.0).unwrap();
        let old = "0123456789abcdef0123456789abcdef_my%20photo%40home.txt";
        std::fs::write(place.folder.0.join(old), "old").unwrap();
        std::fs::write(place.folder.0.join("folder%2Fb.txt"), "nested").unwrap();
        let name = "0123456789abcdef0123456789abcdef_my photo@home.txt";
        assert_eq!(place.download(name, &[]).await.text, "old");
        assert_eq!(place.download("folder/b.txt", &[]).await.text, "nested");
        let fresh = place.stored("new@1%20x.txt", "new").await;
        let on_disk = place.folder.0.join(parse_files::encoded(&fresh));
        assert_eq!(std::fs::read_to_string(on_disk).unwrap(), "new");
        assert_eq!(place.listed().await.len(), 3);
    });
}

#[test]
fn a_bucket_has_the_keys_that_parse_server_gives_them() {
    case(async {
        let place = FileServer::in_bucket(&[], Extension::default()).await;
        let headers = [("x-parse-upload-mode", "stream"), ("x-parse-file-directory", "d")];
        let saved = place.upload_as_master("a.txt", &headers, "x").await.ok();
        let key = place.folder.0.join("some/prefix").join(text(&saved, "name"));
        assert_eq!(std::fs::read_to_string(key).unwrap(), "x");
    });
}

#[test]
fn an_object_gives_back_the_address_of_its_file() {
    case(async {
        let place = FileServer::on_disk(&[], Extension::default()).await;
        let saved = place.upload_as_master("a.txt", &[], "x").await.ok();
        let file = json!({ "__type": "File", "name": saved["name"], "url": saved["url"] });
        let made = place.api.send("POST", "/classes/Note", json!({ "file": file })).await.ok();
        let path = format!("/classes/Note/{}", text(&made, "objectId"));
        let read = place.api.send("GET", &path, Json::Null).await.ok();
        assert_eq!(read["file"], file);
    });
}

#[test]
fn who_may_upload_is_the_operators_choice() {
    case(async {
        let place = FileServer::on_disk(&[], Extension::default()).await;
        let by = async |place: &FileServer, token: &str| {
            place.upload("a.txt", &[("x-parse-session-token", token)], "x").await
        };
        let refused = place.upload("a.txt", &[], "x").await;
        refused.refused(400, 130, "File upload by public is disabled.");
        let ada = place.session("ada").await;
        assert_eq!(by(&place, &ada).await.status, 201);
        let body = json!({ "authData": { "anonymous": { "id": "guest-1" } } });
        let guest = place.api.send("POST", "/users", body).await.ok();
        let guest = text(&guest, "sessionToken");
        by(&place, guest).await.refused(400, 130, "File upload by anonymous user is disabled.");
        by(&place, "r:unknown").await.refused(400, 209, "Invalid session token");
        let read_only = place.upload("a.txt", &[("x-parse-master-key", READ_ONLY)], "x").await;
        read_only.is(403, json!({ "error": "Permission denied" }));

        let open = [("FILE_UPLOAD_BY", "public")];
        let place = FileServer::on_disk(&open, Extension::default()).await;
        assert_eq!(place.upload("a.txt", &[], "x").await.status, 201);
        let ada = place.session("ada").await;
        let refused = by(&place, &ada).await;
        refused.refused(400, 130, "File upload by authenticated user is disabled.");
    });
}

#[test]
fn who_may_download_is_the_operators_choice_and_holds_for_metadata() {
    case(async {
        let closed = [("FILE_DOWNLOAD_BY", "anonymous,users")];
        let place = FileServer::on_disk(&closed, Extension::default()).await;
        let name = place.stored("a.txt", "x").await;
        let refused = place.download(&name, &[]).await;
        refused.refused(400, 119, "File download by public is disabled.");
        let path = format!("/files/{APPLICATION}/metadata/{name}");
        let refused = place.api.raw(request("GET", &path, &[], Json::Null)).await;
        refused.refused(403, 119, "File download by public is disabled.");
        let ada = place.session("ada").await;
        let by_ada = place.download(&name, &[("x-parse-session-token", &ada)]).await;
        assert_eq!(by_ada.text, "x");
        let by_master = place.download(&name, &[("x-parse-master-key", MASTER)]).await;
        assert_eq!(by_master.text, "x");
    });
}

#[test]
fn the_master_key_may_raise_the_limit_for_one_file() {
    case(async {
        let place = FileServer::on_disk(&[("MAX_UPLOAD_SIZE", "8")], Extension::default()).await;
        let raw = place.upload_as_master("a.txt", &[], "123456789").await;
        raw.is(413, json!({ "error": "request entity too large" }));
        let stream = [("x-parse-upload-mode", "stream")];
        let streamed = place.upload_as_master("a.txt", &stream, "123456789").await;
        streamed.refused(400, 130, "File size exceeds maximum allowed: 8 bytes.");
        let raised = [("x-parse-file-max-upload-size", "1kb")];
        assert_eq!(place.upload_as_master("a.txt", &raised, "123456789").await.status, 201);
        let odd = [("x-parse-file-max-upload-size", "lots")];
        let odd = place.upload_as_master("a.txt", &odd, "1").await;
        odd.refused(400, 130, "Invalid maxUploadSize override value: lots");
        let by_anybody = place.upload("a.txt", &raised, "1").await;
        by_anybody.is(403, json!({ "error": "Permission denied" }));
        assert_eq!(place.folder.names().len(), 1);
    });
}

#[test]
fn only_what_is_addressed_to_us_is_answered() {
    case(async {
        let place = FileServer::on_disk(&[], Extension::default()).await;
        let name = place.stored("a.txt", "x").await;
        let elsewhere = format!("/files/other/{name}");
        let answer = place.api.raw(request("GET", &elsewhere, &[], Json::Null)).await;
        answer.is(403, json!({ "error": "Permission denied" }));
        let nameless = place.api.send("POST", "/files", json!({})).await;
        nameless.refused(400, 122, "Filename not provided.");
        let wrong = [("x-parse-application-id", "other"), ("x-parse-upload-mode", "stream")];
        let answer = place.api.raw(request("POST", "/files/a.txt", &wrong, json!("x"))).await;
        answer.is(403, json!({ "error": "unauthorized" }));
        let keyless =
            place.api.raw(request("DELETE", &format!("/files/{name}"), &[], Json::Null)).await;
        keyless.is(403, json!({ "error": "unauthorized" }));
    });
}
