//! Uploads that break off.

use std::time::Duration;

use axum::body::Body;
use bytes::Bytes;
use futures_util::future::join_all;
use futures_util::stream;
use parse_http::listen;
use telemetry::task;
use testkit::case;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;

use super::file_server::FileServer;
use crate::api::MASTER;

const CUT: usize = 200;

#[test]
fn two_hundred_uploads_that_are_cut_leave_no_file_and_no_row() {
    case(async {
        for place in FileServer::both(&[]).await {
            let kept = place.stored("kept.txt", "kept").await;
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let address = listener.local_addr().unwrap();
            let (stop, stopped) = oneshot::channel::<()>();
            let stopped = async move {
                let _ = stopped.await;
            };
            let app = place.api.app.clone();
            let server =
                listen::serve(app.http.clone(), listener, stopped, Duration::from_secs(60));
            let server = task::spawn("server", server);
            let cut = (0..CUT).map(|at| async move {
                let mut stream = TcpStream::connect(address).await.unwrap();
                let head = format!(
                    "POST /parse/files/cut{at}.bin HTTP/1.1\r\nHost: x\r\n\
                     X-Parse-Application-Id: app\r\nX-Parse-Master-Key: {MASTER}\r\n\
                     Content-Length: 1000000\r\n\r\n"
                );
                stream.write_all(head.as_bytes()).await.unwrap();
                stream.write_all(&vec![7; 100_000 + at * 4_000]).await.unwrap();
                stream.flush().await.unwrap();
            });
            join_all(cut).await;
            // An orderly end waits for every connection, and for what each has begun.
            stop.send(()).unwrap();
            server.await.unwrap().unwrap().unwrap();
            assert_eq!(place.listed().await, [kept.as_str()]);
            assert_eq!(files_below(&place.folder.0), 1, "{:?}", place.folder.names());
            assert_eq!(rows(&place).await, 1);
        }
    });
}

#[test]
fn a_large_upload_that_is_cut_leaves_no_parts() {
    case(async {
        for place in FileServer::both(&[("MAX_UPLOAD_SIZE", "40mb")]).await {
            let megabyte = Bytes::from(vec![7; 1 << 20]);
            let pieces = (0..20).map(move |_| Ok(megabyte.clone()));
            let broken = std::iter::once(Err(std::io::Error::other("gone")));
            let body = Body::from_stream(stream::iter(pieces.chain(broken)));
            let answer = place.upload_as_master("cut.bin", &[], body).await;
            answer.refused(400, 130, "The upload broke off.");
            assert_eq!(place.listed().await, Vec::<String>::new());
            assert_eq!(files_below(&place.folder.0), 0);
            assert_eq!(rows(&place).await, 0);
        }
    });
}

fn files_below(folder: &std::path::Path) -> usize {
    let Ok(entries) = std::fs::read_dir(folder) else { return 0 };
    entries
        .filter_map(Result::ok)
        .map(|entry| if entry.path().is_dir() { files_below(&entry.path()) } else { 1 })
        .sum()
}

async fn rows(place: &FileServer) -> i64 {
    let sql = parse_store::Sql::new("select count(*) from _touchstone.file");
    let rows = place.api.app.engine.store().db().rows(&sql).await.expect("rows");
    rows[0].get(0)
}
