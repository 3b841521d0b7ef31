//! The picture of a report: taken out of the body, and stored as a file of the tester.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use futures_util::{StreamExt, stream};
use parse_engine::file::{self, Upload};
use parse_engine::{Cx, Error};
use parse_http::state::HttpState;
use parse_model::{Code, Json, JsonMap};

/// The largest picture.
const BYTES: usize = 3 << 20;

/// The same in base64.
pub(super) const BASE64_BYTES: usize = BYTES.div_ceil(3) * 4;

/// Takes the picture out of a report. It is dropped if it is none.
pub(super) fn take(sent: &mut JsonMap) -> Option<Bytes> {
    let report = sent.get_mut("report")?.as_object_mut()?;
    let Json::String(text) = report.shift_remove("picture")? else { return None };
    let bytes = STANDARD.decode(text).ok()?;
    ending(&bytes).map(|_| Bytes::from(bytes))
}

/// Stores the picture and names it in the report.
pub(super) async fn store(
    cx: &Cx,
    state: &HttpState,
    picture: &Bytes,
    sent: &mut JsonMap,
) -> Result<(), Error> {
    let Some((ending, content_type)) = ending(picture) else { return Ok(()) };
    let upload = Upload {
        name: format!("page.{ending}"),
        content_type: Some(content_type.to_owned()),
        metadata: JsonMap::new(),
        tags: JsonMap::new(),
        directory: None,
        size: Some(picture.len() as u64),
        bytes: stream::iter([Ok(picture.clone())]).boxed(),
    };
    let saved = match Box::pin(file::save(cx, &state.files, upload)).await {
        Ok(saved) => saved,
        // Its bytes are not those of a picture.
        Err(error) if error.code() == Some(Code::FILE_SAVE_ERROR) => return Ok(()),
        Err(error) => return Err(error),
    };
    if let Some(report) = sent.get_mut("report").and_then(Json::as_object_mut) {
        report.insert("picture".to_owned(), saved.name.as_str().into());
    }
    Ok(())
}

/// The name extension and the type of a picture, by its first bytes.
fn ending(bytes: &[u8]) -> Option<(&'static str, &'static str)> {
    if bytes.len() > BYTES {
        None
    } else if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        Some(("png", "image/png"))
    } else if bytes.starts_with(b"\xff\xd8\xff") {
        Some(("jpg", "image/jpeg"))
    } else if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
        Some(("webp", "image/webp"))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn taken(picture: Json) -> Option<Bytes> {
        let mut sent = JsonMap::from_iter([("report".to_owned(), json!({ "picture": picture }))]);
        let taken = take(&mut sent);
        assert_eq!(sent["report"], json!({}), "a page never names a stored file");
        taken
    }

    #[test]
    fn a_picture_is_one_by_its_first_bytes() {
        let png = b"\x89PNG\r\n\x1a\nrest";
        assert_eq!(taken(STANDARD.encode(png).into()).as_deref(), Some(&png[..]));
        let svg = STANDARD.encode("<svg onload=alert(1)>");
        let large = STANDARD.encode([&png[..], &vec![0; BYTES]].concat());
        for none in [json!("%"), json!("page.png"), json!(7), json!(svg), json!(large), json!(null)]
        {
            assert_eq!(taken(none), None);
        }
    }
}
