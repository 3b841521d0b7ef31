//! A text as the tree that Jira takes instead of Markdown.

use serde_json::{Value as Json, json};

use crate::tracker::Document;
use crate::tracker::document::Block;

/// The tree of a text.
pub(super) fn document(text: &Document) -> Json {
    let content: Vec<Json> = text.blocks().iter().map(block).collect();
    json!({ "type": "doc", "version": 1, "content": content })
}

fn block(block: &Block) -> Json {
    match block {
        Block::Heading(heading) => {
            json!({ "type": "heading", "attrs": { "level": 3 }, "content": line(heading) })
        }
        Block::Paragraph(lines) => json!({ "type": "paragraph", "content": paragraph(lines) }),
        // A node without a text is refused.
        Block::Code(code) if code.is_empty() => json!({ "type": "codeBlock" }),
        Block::Code(code) => {
            json!({ "type": "codeBlock", "content": [{ "type": "text", "text": code }] })
        }
        Block::List(points) => {
            let item = |point: &String| {
                let inside = json!({ "type": "paragraph", "content": line(point) });
                json!({ "type": "listItem", "content": [inside] })
            };
            json!({ "type": "bulletList", "content": points.iter().map(item).collect::<Vec<_>>() })
        }
    }
}

fn line(text: &str) -> Json {
    if text.is_empty() { json!([]) } else { json!([{ "type": "text", "text": text }]) }
}

fn paragraph(lines: &[String]) -> Json {
    let mut content = Vec::new();
    for text in lines.iter().filter(|text| !text.is_empty()) {
        if !content.is_empty() {
            content.push(json!({ "type": "hardBreak" }));
        }
        content.push(json!({ "type": "text", "text": text }));
    }
    Json::from(content)
}
