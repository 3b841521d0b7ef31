//! A form with files, in one piece and in pieces.
#![no_main]

use axum::body::Body;
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use bytes::Bytes;
use futures_util::{FutureExt, stream};
use libfuzzer_sys::fuzz_target;

#[path = "../../crates/parse/http/src/form.rs"]
#[allow(dead_code)]
mod form;

fuzz_target!(|input: &[u8]| {
    fuzz::within_time(input, || {
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, "multipart/form-data; boundary=x".parse().unwrap());
        let read = |body: Body| {
            form::Form::new(&headers, body).read(1 << 20).now_or_never().expect("nothing waits")
        };
        let whole = read(Body::from(input.to_vec()));
        let pieces: Vec<Result<Bytes, std::convert::Infallible>> =
            input.chunks(7).map(|piece| Ok(Bytes::copy_from_slice(piece))).collect();
        assert_eq!(whole, read(Body::from_stream(stream::iter(pieces))));
        assert!(whole.map_or(0, |fields| fields.len()) <= 1000);
    });
});
