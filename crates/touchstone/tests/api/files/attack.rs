//! The rows of the attack catalogue that are about files, against the product's settings.

use axum::body::Body;
use axum::http::Request;
use parse_engine::extension::Answer as Pending;
use parse_engine::{Cx, Extension};
use parse_model::{Json, JsonMap};
use serde_json::json;
use testkit::case;

use super::file_server::FileServer;
use crate::api::{APPLICATION, request, text};

/// A server with the settings of the product, and a user who may upload.
async fn product() -> (FileServer, String) {
    let settings = [
        ("PROFILE", "product"),
        ("ALLOW_CLIENT_CLASS_CREATION", "true"),
        // The disk of the machine may be fuller.
        ("FILES_MAX_DISK_USE", "100"),
    ];
    let place = FileServer::on_disk(&settings, Extension::default()).await;
    let ada = place.session("ada").await;
    (place, ada)
}

async fn sent(place: &FileServer, by: &str, name: &str, kind: &str, bytes: &[u8]) -> (u16, Json) {
    let headers = [("x-parse-session-token", by), ("content-type", kind)];
    let answer = place.upload(name, &headers, bytes.to_vec()).await;
    (answer.status, answer.body["code"].clone())
}

fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    bytes.extend(width.to_be_bytes());
    bytes.extend(height.to_be_bytes());
    bytes.extend([8, 2, 0, 0, 0]);
    let crc = bytes[12..].iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| {
            (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg())
        })
    });
    bytes.extend((!crc).to_be_bytes());
    bytes.extend(b"\0\0\0\0IEND\xaeB`\x82");
    bytes
}

/// Row 201 of the attack catalogue.
#[test]
fn a_file_may_not_point_outside() {
    case(async {
        let (place, ada) = product().await;
        let outside = json!({ "__type": "File", "name": "x", "url": "http://10.0.0.1/" });
        let by = [("x-parse-session-token", &*ada)];
        for body in [json!({ "file": outside }), json!({ "nested": { "list": [outside] } })] {
            let answer = place.api.send_with("POST", "/classes/Note", &by, body).await;
            answer.refused(400, 130, "File URL domain '10.0.0.1' is not allowed.");
        }
    });
}

/// Row 205 of the attack catalogue.
#[test]
fn a_form_that_is_too_long_is_refused_while_it_comes() {
    case(async {
        let answer = |_: Cx, params: JsonMap| {
            Box::pin(async move { Ok(Some(Json::Object(params))) }) as Pending
        };
        let extension = Extension::default().with_function("echo", answer);
        let place = FileServer::on_disk(&[("MAX_UPLOAD_SIZE", "1kb")], extension).await;
        let form = |text: &str| {
            format!("--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n{text}\r\n--x--\r\n")
        };
        let call = async |body: Body| {
            let request = Request::builder()
                .method("POST")
                .uri("/parse/functions/echo")
                .header("x-parse-application-id", APPLICATION)
                .header("content-type", "multipart/form-data; boundary=x");
            place.api.raw(request.body(body).unwrap()).await
        };
        let short = call(Body::from(form("text"))).await;
        short.is(200, json!({ "result": { "a": "text" } }));
        let pieces = std::iter::repeat_n("a".repeat(1000), 500 << 10).map(Ok::<_, std::io::Error>);
        let head = std::iter::once(Ok(form("").replace("\r\n--x--\r\n", "")));
        let endless = Body::from_stream(futures_util::stream::iter(head.chain(pieces)));
        let refused = call(endless).await;
        refused.refused(400, 116, "Multipart request exceeds maximum upload size.");
    });
}

/// Rows 206 to 213 of the attack catalogue.
#[test]
fn only_what_is_on_the_list_and_is_what_it_says_is_stored() {
    case(async {
        let (place, ada) = product().await;
        let html = b"<html><script>alert(1)</script></html>";
        for name in [
            "a.html", "a.HTM", "a.shtml", "a.xhtml", "a.svg", "a.svgz", "a.xml", "a.xsl", "a.xslt",
            "a.xht", "a.xsd", "a.rng", "a.rdf", "a.owl", "a.mathml", "a.htc", "a.hta", "a.mht",
            "a.js", "a.wasm", "payload",
        ] {
            let refused = sent(&place, &ada, name, "text/plain", html).await;
            assert_eq!(refused, (400, json!(130)), "{name}");
        }
        for kind in ["image/svg+xml", "application/xhtml+xml;charset=utf-8", "text/html\t;x=y"] {
            let refused = sent(&place, &ada, "a", kind, html).await;
            assert_eq!(refused, (400, json!(130)), "{kind}");
        }
        assert_eq!(sent(&place, &ada, "a.png", "text/html", html).await, (400, json!(130)));
        assert_eq!(sent(&place, &ada, "a.png", "image/png", html).await, (400, json!(130)));
        for name in ["a.html.", "a.svg%20", "a.html%2e", "a.html::$DATA"] {
            let refused = sent(&place, &ada, name, "text/plain", b"x").await;
            assert_eq!(refused, (400, json!(122)), "{name}");
        }
        assert_eq!(place.folder.names(), Vec::<String>::new());
        assert_eq!(sent(&place, &ada, "a.png", "image/png", &png(3, 3)).await.0, 201);
    });
}

/// Row 214 of the attack catalogue.
#[test]
fn files_are_served_as_files_and_nothing_more() {
    case(async {
        let (place, ada) = product().await;
        let headers = [("x-parse-session-token", &*ada)];
        let saved = place.upload("a.json", &headers, "{\"a\":1}").await.ok();
        let answer = place.download(text(&saved, "name"), &[]).await;
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("content-type"), Some("text/plain; charset=utf-8"));
        let policy = "default-src 'none'; sandbox; frame-ancestors 'none'";
        assert_eq!(answer.header("content-security-policy"), Some(policy));
        assert_eq!(answer.header("cross-origin-resource-policy"), Some("same-site"));
        let disposition = answer.header("content-disposition").expect("a disposition");
        assert!(disposition.starts_with("attachment;filename="), "{disposition}");
        let saved = place.upload("a.png", &headers, png(3, 3)).await.ok();
        let head = place.asked("HEAD", text(&saved, "name"), &[]).await;
        assert_eq!(head.header("cache-control"), Some("private, max-age=300"));
        assert_eq!(head.header("content-disposition"), None);
    });
}

/// Rows 215 to 218 of the attack catalogue.
#[test]
fn names_that_lead_elsewhere_are_no_names() {
    case(async {
        let (place, ada) = product().await;
        for path in ["%", "a%2f..", "%ff%fe", "..%2f..%2fetc%2fpasswd", "a%00b", "%5c..%5cx"] {
            let path = format!("/files/{APPLICATION}/{path}");
            let answer = place.api.raw(request("GET", &path, &[], Json::Null)).await;
            assert_eq!(answer.status, 404, "{path}");
        }
        let huge = format!("/files/{APPLICATION}/{}", "x".repeat(6000));
        assert_eq!(place.api.raw(request("GET", &huge, &[], Json::Null)).await.status, 404);
        for name in ["..%2f..%2fx.txt", "..%2Fx", "a%00.txt", "a%5cb.txt", "a%22%0d%0aX:%20y.png"] {
            let refused = sent(&place, &ada, name, "text/plain", b"x").await;
            assert_eq!(refused, (400, json!(122)), "{name}");
        }
        let headers = [
            ("x-parse-session-token", &*ada),
            ("x-parse-upload-mode", "stream"),
            ("x-parse-file-directory", "../up"),
        ];
        let refused = place.upload("a.txt", &headers, "x").await;
        assert_eq!((refused.status, &refused.body["code"]), (400, &json!(119)));
        let refused = place.upload_as_master("a.txt", &headers[1..], "x").await;
        refused.refused(400, 122, "Directory must not contain \"..\".");
    });
}

/// Row 219 of the attack catalogue.
#[test]
fn the_same_name_twice_is_two_files() {
    case(async {
        let (place, ada) = product().await;
        for _ in 0..2 {
            assert_eq!(sent(&place, &ada, "a.txt", "text/plain", b"x").await.0, 201);
        }
        assert_eq!(place.folder.names().len(), 2);
    });
}

/// Rows 220 and 222 of the attack catalogue.
#[test]
fn strangers_neither_delete_nor_upload() {
    case(async {
        let (place, ada) = product().await;
        let by = [("x-parse-session-token", &*ada)];
        let saved = place.upload("a.txt", &by, "x").await.ok();
        let path = format!("/files/{}", text(&saved, "name"));
        let answer = place.api.send_with("DELETE", &path, &by, Json::Null).await;
        answer.is(403, json!({ "error": "Permission denied" }));
        let public = place.upload("a.txt", &[], "x").await;
        public.refused(400, 130, "File upload by public is disabled.");
    });
}

/// Row 223 of the attack catalogue.
#[test]
fn an_image_that_would_fill_the_memory_is_refused_by_its_header() {
    case(async {
        let (place, ada) = product().await;
        let bomb = sent(&place, &ada, "a.png", "image/png", &png(40_000, 40_000)).await;
        assert_eq!(bomb, (400, json!(130)));
        let mut gif = b"GIF89a\x01\0\x01\0\0\0\0".to_vec();
        for _ in 0..10_000 {
            gif.extend(b"\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0");
        }
        gif.push(0x3b);
        let frames = sent(&place, &ada, "a.gif", "image/gif", &gif).await;
        assert_eq!(frames, (400, json!(130)));
    });
}

/// Row 224 of the attack catalogue.
#[test]
fn where_a_picture_was_taken_is_not_stored() {
    case(async {
        let (place, ada) = product().await;
        let mut jpeg =
            b"\xff\xd8\xff\xe1\0\x20Exif\0\0MM\0\x2a\0\0\0\x08\0\0GPS 52.5 13.4\0\0".to_vec();
        jpeg.truncate(2 + 2 + 0x20);
        jpeg.extend(b"\xff\xc0\0\x0b\x08\0\x02\0\x02\x01\x01\x11\0");
        jpeg.extend(b"\xff\xda\0\x08\x01\x01\0\0\x3f\0\x12\x34\xff\xd9");
        assert!(jpeg.windows(3).any(|window| window == b"GPS"));
        assert_eq!(sent(&place, &ada, "a.jpg", "image/jpeg", &jpeg).await.0, 201);
        let names = place.folder.names();
        let stored = std::fs::read(place.folder.0.join(&names[0])).unwrap();
        assert!(stored.starts_with(b"\xff\xd8"));
        assert!(!stored.windows(3).any(|window| window == b"GPS"));
    });
}

/// Row 225 of the attack catalogue.
#[test]
fn a_day_has_its_allowance() {
    case(async {
        let settings = [
            ("PROFILE", "product"),
            ("FILE_UPLOAD_DAILY_SIZE", "10"),
            ("FILES_MAX_DISK_USE", "100"),
        ];
        let place = FileServer::on_disk(&settings, Extension::default()).await;
        let ada = place.session("ada").await;
        let send = async |bytes: &[u8]| sent(&place, &ada, "a.txt", "text/plain", bytes).await;
        assert_eq!(send(b"12345678").await.0, 201);
        assert_eq!(send(b"12345678").await, (400, json!(140)));
        assert_eq!(send(b"12").await.0, 201);
        assert_eq!(send(b"1").await, (400, json!(140)));
        let eve = place.session("eve").await;
        assert_eq!(sent(&place, &eve, "a.txt", "text/plain", b"1").await.0, 201);
        assert_eq!(place.folder.names().len(), 3);
    });
}

/// Row 225 of the attack catalogue.
#[test]
fn a_disk_that_is_full_enough_takes_no_more() {
    case(async {
        let place = FileServer::on_disk(&[("FILES_MAX_DISK_USE", "1")], Extension::default()).await;
        let refused = place.upload_as_master("a.txt", &[], "x").await;
        refused.refused(507, 130, "There is no room for more files.");
        assert_eq!(place.folder.names(), Vec::<String>::new());
    });
}

/// Row 227 of the attack catalogue.
#[test]
fn what_is_no_base64_is_no_file() {
    case(async {
        let (place, ada) = product().await;
        for base64 in [json!("%%%"), json!("data:text/plain;base64,YWI="), json!(""), Json::Null] {
            let body = json!({
                "base64": base64, "_ContentType": "text/plain",
                "_ApplicationId": APPLICATION, "_SessionToken": ada,
            });
            let answer = place.api.raw(request("POST", "/files/a.txt", &[], body)).await;
            answer.refused(400, 130, "Invalid file upload.");
        }
        assert_eq!(place.folder.names(), Vec::<String>::new());
    });
}

#[test]
fn denied_keywords_are_no_notes() {
    case(async {
        let (place, _) = product().await;
        for header in ["x-parse-file-metadata", "x-parse-file-tags"] {
            let headers = [("x-parse-upload-mode", "stream"), (header, r#"{"__proto__":1}"#)];
            let answer = place.upload_as_master("a.txt", &headers, "x").await;
            assert_eq!((answer.status, &answer.body["code"]), (400, &json!(105)), "{header}");
            let headers = [("x-parse-upload-mode", "stream"), (header, "[1]")];
            let answer = place.upload_as_master("a.txt", &headers, "x").await;
            assert_eq!((answer.status, &answer.body["code"]), (400, &json!(107)), "{header}");
        }
    });
}
