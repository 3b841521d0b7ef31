//! Calls of functions as HTML forms send them, with files among their fields.

use std::convert::Infallible;

use axum::body::Body;
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::{Bytes, BytesMut};
use futures_util::{StreamExt, stream};
use multer::{Field, Multipart};
use parse_model::{Code, Json, JsonMap, Refusal};
use serde_json::json;

/// How many fields a form may have.
const MAX_FIELDS: usize = 1000;

/// The body of a request that is a form, not yet read.
pub struct Form {
    body: Body,
    boundary: Option<String>,
    announced: Option<u64>,
}

impl Form {
    /// Whether a request brings a form.
    pub fn is_in(headers: &HeaderMap) -> bool {
        content_type(headers).is_some_and(|kind| {
            let kind = kind.split(';').next().unwrap_or_default();
            kind.trim().eq_ignore_ascii_case("multipart/form-data")
        })
    }

    /// The form that a request brings.
    pub fn new(headers: &HeaderMap, body: Body) -> Form {
        let announced = headers.get(CONTENT_LENGTH).and_then(|value| value.to_str().ok());
        Form {
            body,
            boundary: content_type(headers).and_then(|kind| multer::parse_boundary(kind).ok()),
            announced: announced.and_then(|length| length.parse().ok()),
        }
    }

    /// Reads its fields: texts as they are, files as their name, their type and their bytes. The
    /// whole form may be `limit` bytes long, what stands between the fields included.
    pub async fn read(self, limit: usize) -> Result<JsonMap, Refusal> {
        if self.announced.is_some_and(|length| length > limit as u64) {
            return Err(too_long());
        }
        let boundary = self.boundary.ok_or_else(|| invalid("Multipart: Boundary not found"))?;
        // Read as a whole first: the search for the end of a header would start over with every
        // piece that arrives.
        let bytes = whole(self.body, limit).await?;
        let bytes = stream::once(async { Ok::<Bytes, Infallible>(bytes) });
        let mut form = Multipart::new(bytes, boundary);
        let mut fields = JsonMap::new();
        let mut count = 0;
        while let Some(field) = form.next_field().await.map_err(|error| refusal(&error))? {
            count += 1;
            if count > MAX_FIELDS {
                return Err(invalid("too many fields"));
            }
            let name = field.name().unwrap_or_default().to_owned();
            fields.insert(name, value(field).await?);
        }
        Ok(fields)
    }
}

/// A body of at most so many bytes.
async fn whole(body: Body, limit: usize) -> Result<Bytes, Refusal> {
    let mut bytes = BytesMut::new();
    let mut pieces = body.into_data_stream();
    while let Some(piece) = pieces.next().await {
        let piece = piece.map_err(|_| invalid("Unexpected end of multipart data"))?;
        if piece.len() > limit - bytes.len() {
            return Err(too_long());
        }
        bytes.extend_from_slice(&piece);
    }
    Ok(bytes.freeze())
}

async fn value(field: Field<'_>) -> Result<Json, Refusal> {
    let Some(file_name) = field.file_name().map(str::to_owned) else {
        return field.text().await.map(Json::String).map_err(|error| refusal(&error));
    };
    let kind = field.content_type().map_or("application/octet-stream", |kind| kind.as_ref());
    let kind = kind.to_owned();
    let bytes = field.bytes().await.map_err(|error| refusal(&error))?;
    let data = json!({ "__type": "Bytes", "base64": STANDARD.encode(bytes) });
    Ok(json!({ "filename": file_name, "contentType": kind, "data": data }))
}

fn content_type(headers: &HeaderMap) -> Option<&str> {
    headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok())
}

fn refusal(error: &multer::Error) -> Refusal {
    match error {
        multer::Error::IncompleteStream
        | multer::Error::IncompleteHeaders
        | multer::Error::IncompleteFieldData { .. } => invalid("Unexpected end of multipart data"),
        other => invalid(&other.to_string()),
    }
}

fn too_long() -> Refusal {
    Refusal::new(Code::OBJECT_TOO_LARGE, "Multipart request exceeds maximum upload size.")
}

fn invalid(why: &str) -> Refusal {
    Refusal::json(format!("Invalid multipart request: {why}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn read(body: &str, limit: usize) -> Result<Json, Refusal> {
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, "Multipart/Form-Data; boundary=x".parse().unwrap());
        assert!(Form::is_in(&headers));
        Form::new(&headers, Body::from(body.to_owned())).read(limit).await.map(Json::Object)
    }

    const FORM: &str = "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n\
        --x\r\nContent-Disposition: form-data; name=\"f\"; filename=\"b.txt\"\r\n\
        Content-Type: text/plain\r\n\r\nhi\r\n--x--\r\n";

    #[tokio::test]
    async fn texts_are_texts_and_files_are_bytes() {
        let data = json!({ "__type": "Bytes", "base64": "aGk=" });
        let file = json!({ "filename": "b.txt", "contentType": "text/plain", "data": data });
        assert_eq!(read(FORM, 1000).await.unwrap(), json!({ "a": "1", "f": file }));
    }

    #[tokio::test]
    async fn a_form_has_a_limit_and_must_be_one() {
        assert_eq!(read(FORM, 40).await.unwrap_err().code, Code::OBJECT_TOO_LARGE);
        assert_eq!(read("nonsense", 1000).await.unwrap_err().code, Code::INVALID_JSON);
        assert_eq!(read("--x\r\n", 1000).await.unwrap_err().code, Code::INVALID_JSON);
    }

    #[tokio::test]
    async fn a_form_has_so_many_fields_and_a_name_that_is_repeated_counts_each_time() {
        let field = "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n";
        let form = |count: usize| format!("{}--x--\r\n", field.repeat(count));
        assert_eq!(read(&form(1000), 1 << 20).await.unwrap(), json!({ "a": "1" }));
        assert_eq!(read(&form(1001), 1 << 20).await.unwrap_err().code, Code::INVALID_JSON);
    }

    /// What is read of a form in pieces is searched once, not once for every piece.
    #[tokio::test]
    async fn a_header_without_an_end_takes_time_in_proportion_to_its_length() {
        let pieces = (0..20_000).map(|_| Ok::<Bytes, Infallible>(Bytes::from(vec![b'a'; 500])));
        let head = Bytes::from("--x\r\nA: ");
        let arriving = stream::iter(std::iter::once(Ok(head)).chain(pieces)).then(|piece| async {
            tokio::task::yield_now().await;
            piece
        });
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, "multipart/form-data; boundary=x".parse().unwrap());
        let began = std::time::Instant::now();
        let told = Form::new(&headers, Body::from_stream(arriving)).read(20 << 20).await;
        assert_eq!(told.unwrap_err().code, Code::INVALID_JSON);
        assert!(began.elapsed() < std::time::Duration::from_secs(5), "{:?}", began.elapsed());
    }

    #[test]
    fn what_is_no_form_is_left_to_others() {
        let mut headers = HeaderMap::new();
        for kind in ["application/json", "multipart/mixed; boundary=x", "text/plain"] {
            headers.insert(CONTENT_TYPE, kind.parse().unwrap());
            assert!(!Form::is_in(&headers), "{kind}");
        }
    }
}
