//! Files that no object refers to.

use parse_engine::Engine;
use parse_engine::file::{Cleanup, CleanupReport, cleanup};
use parse_identity::Caller;
use parse_model::{Date, Json};
use serde_json::json;
use testkit::case;

use super::file_server::FileServer;

const FAR_AWAY: Date = Date::from_millis(4_000_000_000_000);

async fn swept(place: &FileServer, deletes: bool, before: Date) -> (CleanupReport, Vec<String>) {
    let engine: &Engine = &place.api.app.engine;
    let cx = engine.cx(Caller::master());
    let mut names = Vec::new();
    let swept =
        cleanup(&cx, &place.api.app.http.state.files, Cleanup { deletes, before }, |_, orphans| {
            names.extend(orphans.iter().map(|orphan| orphan.name.as_str().to_owned()));
        });
    let swept = swept.await.expect("a sweep");
    names.sort();
    (swept, names)
}

#[test]
fn a_file_is_an_orphan_when_no_column_and_no_document_refers_to_it() {
    case(async {
        for place in FileServer::both(&[]).await {
            let in_column = place.stored("column.txt", "1").await;
            let in_object = place.stored("object.txt", "2").await;
            let in_array = place.stored("array.txt", "3").await;
            let in_config = place.stored("config.txt", "4").await;
            let lost = place.stored("lost.txt", "lost").await;
            let file = |name: &str| json!({ "__type": "File", "name": name });
            let note = json!({
                "file": file(&in_column),
                "object": { "deep": { "er": file(&in_object) } },
                "array": [[file(&in_array)]],
                "text": lost,
            });
            place.api.send("POST", "/classes/Note", note).await.ok();
            let params = json!({ "params": { "logo": file(&in_config) } });
            place.api.master("PUT", "/config", params).await.ok();

            let (young, none) = swept(&place, true, Date::from_millis(0)).await;
            assert_eq!((young.seen, young.young, none.len()), (5, 5, 0));
            let (told, names) = swept(&place, false, FAR_AWAY).await;
            assert_eq!(names, [lost.as_str()]);
            assert_eq!((told.orphans, told.bytes, told.deleted), (1, 4, 0));
            let (deleted, _) = swept(&place, true, FAR_AWAY).await;
            assert_eq!(deleted.deleted, 1);
            let (again, names) = swept(&place, true, FAR_AWAY).await;
            assert_eq!((again.seen, names.len()), (4, 0));
            assert_eq!(place.download(&lost, &[]).await.status, 404);
            assert_eq!(place.download(&in_array, &[]).await.status, 200);
        }
    });
}

#[test]
fn what_a_process_did_not_live_to_finish_is_cleared_away() {
    case(async {
        let place = FileServer::on_disk(&[], parse_engine::Extension::default()).await;
        let kept = place.stored("a.txt", "x").await;
        let body = json!({ "file": { "__type": "File", "name": kept } });
        place.api.send("POST", "/classes/Note", body).await.ok();
        for name in ["0123_b.txt#1", ".unfinished-7"] {
            std::fs::write(place.folder.0.join(name), "half").unwrap();
        }
        let (young, _) = swept(&place, true, Date::from_millis(0)).await;
        assert_eq!(young.unfinished, 0);
        let (old, names) = swept(&place, true, FAR_AWAY).await;
        assert_eq!((old.unfinished, names.len()), (2, 0));
        assert_eq!(place.folder.names(), [kept]);
        let found = place.api.send("GET", "/classes/Note", Json::Null).await.ok();
        assert_eq!(found["results"].as_array().unwrap().len(), 1);
    });
}
