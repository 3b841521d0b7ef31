use serde_json::json;
use testkit::case;

use crate::issue::report;
use crate::stage::{Programme, TestUser};

impl Programme {
    /// A file as an upload leaves it.
    async fn uploaded(&self, who: &TestUser, name: &str, mime: &str, size: i64) {
        let sql = "insert into _touchstone.file (name, owner, size, content_type, created_at) values ($1, $2, $3, $4, now())";
        let client = self.database.client().await;
        client.execute(sql, &[&name, &who.id, &size, &mime]).await.expect("a file");
    }
}

#[test]
fn a_file_of_ones_own_is_attached_once_and_seen_as_the_report_is() {
    case(async {
        let programme = Programme::open().await;
        let (rin, kai) = (programme.tester("rin").await, programme.tester("kai").await);
        programme.uploaded(&rin, "a1_shot.png", "image/png", 1000).await;
        let add = json!({ "file": { "__type": "File", "name": "a1_shot.png", "url": "x" }, "name": "shot.png" });
        assert_eq!(programme.refusal(Some(&kai), "attachmentAdd", add.clone()).await.0, 101);
        let added = programme.ask(&rin, "attachmentAdd", add).await;
        let id = added["attachment"]["id"].clone();
        let url = added["attachment"]["url"].as_str().expect("an address");
        assert!(url.ends_with("/a1_shot.png"), "{url}");
        assert_eq!(programme.find(&kai, "Attachment").await.expect("attachments"), 0);
        let sent =
            report("Swap reverts after approve", json!({ "attachments": [id], "private": true }));
        let stolen = programme.refusal(Some(&kai), "issueSubmit", sent.clone()).await;
        assert!(stolen.1.starts_with("FILE_GONE: "), "{stolen:?}");
        let number = programme.ask(&rin, "issueSubmit", sent.clone()).await["number"].clone();
        assert_eq!(programme.find(&kai, "Attachment").await.expect("attachments"), 0);
        let page = programme.ask(&rin, "issueGet", json!({ "number": number })).await;
        assert_eq!(page["issue"]["attachments"][0]["name"], "shot.png");
        programme.clock.advance(60);
        let again = programme.refusal(Some(&rin), "issueSubmit", sent).await;
        assert!(again.1.starts_with("FILE_GONE: "), "{again:?}");
        programme.ask(&rin, "attachmentRemove", json!({ "id": id })).await;
        let page = programme.ask(&rin, "issueGet", json!({ "number": number })).await;
        assert_eq!(page["issue"]["attachments"], json!([]));
    });
}

#[test]
fn files_of_the_wrong_kind_or_size_are_refused() {
    case(async {
        let programme = Programme::open().await;
        let rin = programme.tester("rin").await;
        for (name, mime, size, key) in [
            ("a.svg", "image/svg+xml", 10, "FILE_KIND"),
            ("a.html", "text/html", 10, "FILE_KIND"),
            ("a.png", "image/png", 11 * 1024 * 1024, "FILE_SIZE"),
            ("a.log", "text/plain; charset=utf-8", 6 * 1024 * 1024, "FILE_SIZE"),
        ] {
            programme.uploaded(&rin, name, mime, size).await;
            let add = json!({ "file": { "__type": "File", "name": name }, "name": name });
            let (code, text) = programme.refusal(Some(&rin), "attachmentAdd", add).await;
            assert_eq!((code, text.split(':').next()), (142, Some(key)), "{name}");
        }
    });
}
