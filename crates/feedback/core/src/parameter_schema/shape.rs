//! The shape of a type, as far as it is known.

use std::cell::{Cell, RefCell};

use parse_model::{Json, JsonMap};
use serde_json::json;

/// A place in the type: the whole, or a part of a part of it.
pub(super) type Place = usize;

/// The whole.
pub(super) const ROOT: Place = 0;

/// Candidate texts, tried in order until one is accepted.
pub(super) const TEXTS: &[&str] = &[
    "words",
    "some words that are long enough for most",
    "2026-01-01T00:00:00.000Z",
    "https://example.org/hook",
    "0x00000000000000000000000000000000000000aa",
    "22:30",
    "10",
];

/// Nesting depth beyond which a type counts as any value.
const MOST_DEPTH: usize = 12;

/// The shape of a place.
#[derive(Debug, Clone)]
pub(super) enum Shape {
    Unknown,
    Anything,
    Null,
    Boolean,
    Integer { is_unsigned: bool },
    Number,
    Text { tried: usize },
    Optional(Place),
    List(Place),
    Map(Place),
    Object(Object),
    Choice(Vec<Variant>),
}

/// A type with fields.
#[derive(Debug, Clone)]
pub(super) struct Object {
    pub(super) name: &'static str,
    pub(super) fields: Vec<Field>,
    /// Whether unknown fields are accepted. `None` until it was tried.
    pub(super) is_open: Option<bool>,
}

#[derive(Debug, Clone)]
pub(super) struct Field {
    pub(super) name: &'static str,
    pub(super) place: Place,
    pub(super) is_required: bool,
}

/// A variant and its content.
#[derive(Debug, Clone)]
pub(super) struct Variant {
    pub(super) name: &'static str,
    pub(super) place: Place,
}

/// The shapes of all places.
pub(super) struct Shapes {
    all: RefCell<Vec<Shape>>,
    /// The object that a missing field belongs to: the one whose fields ended last.
    last_object: Cell<Place>,
    /// The text that was given last, which is the one that was rejected.
    last_text: Cell<Option<Place>>,
    /// Counts what was learned.
    learned: Cell<usize>,
}

impl Default for Shapes {
    fn default() -> Shapes {
        Shapes {
            all: RefCell::new(vec![Shape::Unknown]),
            last_object: Cell::new(ROOT),
            last_text: Cell::new(None),
            learned: Cell::new(0),
        }
    }
}

impl Shapes {
    /// Grows whenever something is learned.
    pub(super) fn knowledge(&self) -> usize {
        self.learned.get()
    }

    pub(super) fn at(&self, place: Place) -> Shape {
        self.all.borrow()[place].clone()
    }

    pub(super) fn set(&self, place: Place, shape: Shape) {
        self.all.borrow_mut()[place] = shape;
        self.learned.set(self.learned.get() + 1);
    }

    /// Notes a shape unless the place has one.
    pub(super) fn note(&self, place: Place, shape: impl FnOnce(&Shapes) -> Shape) {
        if matches!(self.at(place), Shape::Unknown) {
            let shape = shape(self);
            self.set(place, shape);
        }
    }

    pub(super) fn add(&self) -> Place {
        let mut all = self.all.borrow_mut();
        all.push(Shape::Unknown);
        all.len() - 1
    }

    /// Whether nothing more can be learned there.
    pub(super) fn is_complete(&self, place: Place) -> bool {
        self.is_complete_within(place, MOST_DEPTH)
    }

    fn is_complete_within(&self, place: Place, depth: usize) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return true };
        match self.at(place) {
            Shape::Unknown => false,
            Shape::Optional(inner) | Shape::List(inner) | Shape::Map(inner) => {
                self.is_complete_within(inner, depth)
            }
            Shape::Object(object) => {
                let mut fields = object.fields.iter();
                object.is_open.is_some()
                    && fields.all(|field| self.is_complete_within(field.place, depth))
            }
            Shape::Choice(variants) => {
                variants.iter().all(|variant| self.is_complete_within(variant.place, depth))
            }
            _ => true,
        }
    }

    pub(super) fn object_ended(&self, place: Place) {
        self.last_object.set(place);
    }

    pub(super) fn text_given(&self, place: Place) {
        self.last_text.set(Some(place));
    }

    /// Marks a field of the object whose fields ended last as required.
    pub(super) fn require(&self, name: &str) {
        let place = self.last_object.get();
        let Shape::Object(mut object) = self.at(place) else { return };
        let missing =
            object.fields.iter_mut().find(|field| field.name == name && !field.is_required);
        if let Some(field) = missing {
            field.is_required = true;
            self.set(place, Shape::Object(object));
        }
    }

    /// Tries the next candidate for the text that was given last.
    pub(super) fn try_another_text(&self) {
        let Some(place) = self.last_text.take() else { return };
        if let Shape::Text { tried } = self.at(place)
            && tried + 1 < TEXTS.len()
        {
            self.set(place, Shape::Text { tried: tried + 1 });
        }
    }

    /// The shape as a JSON Schema.
    pub(super) fn schema(&self, place: Place) -> Json {
        self.schema_within(place, MOST_DEPTH)
    }

    fn schema_within(&self, place: Place, depth: usize) -> Json {
        let Some(depth) = depth.checked_sub(1) else { return json!({}) };
        match self.at(place) {
            Shape::Unknown | Shape::Anything => json!({}),
            Shape::Null => json!({ "type": "null" }),
            Shape::Boolean => json!({ "type": "boolean" }),
            Shape::Integer { is_unsigned: true } => json!({ "type": "integer", "minimum": 0 }),
            Shape::Integer { is_unsigned: false } => json!({ "type": "integer" }),
            Shape::Number => json!({ "type": "number" }),
            Shape::Text { .. } => json!({ "type": "string" }),
            Shape::Optional(inner) => or_null(self.schema_within(inner, depth)),
            Shape::List(inner) => {
                json!({ "type": "array", "items": self.schema_within(inner, depth) })
            }
            Shape::Map(inner) => {
                let values = self.schema_within(inner, depth);
                json!({ "type": "object", "additionalProperties": values })
            }
            Shape::Object(object) => self.object_schema(&object, depth),
            Shape::Choice(variants) => self.choice_schema(&variants, depth),
        }
    }

    fn object_schema(&self, object: &Object, depth: usize) -> Json {
        let fields = object.fields.iter();
        let properties: JsonMap = fields
            .clone()
            .map(|field| (field.name.to_owned(), self.schema_within(field.place, depth)))
            .collect();
        let required: Vec<&str> =
            fields.filter(|field| field.is_required).map(|field| field.name).collect();
        let mut schema =
            json!({ "type": "object", "title": object.name, "properties": properties });
        if !required.is_empty() {
            schema["required"] = json!(required);
        }
        if object.is_open == Some(false) {
            schema["additionalProperties"] = json!(false);
        }
        schema
    }

    fn choice_schema(&self, variants: &[Variant], depth: usize) -> Json {
        let is_word = |variant: &&Variant| matches!(self.at(variant.place), Shape::Null);
        let words: Vec<&str> =
            variants.iter().filter(is_word).map(|variant| variant.name).collect();
        let words = (!words.is_empty()).then(|| json!({ "enum": words }));
        let carrying = variants.iter().filter(|variant| !is_word(variant)).map(|variant| {
            let properties = json!({ variant.name: self.schema_within(variant.place, depth) });
            json!({ "type": "object", "properties": properties, "required": [variant.name] })
        });
        let mut all: Vec<Json> = words.into_iter().chain(carrying).collect();
        if all.len() == 1 { all.remove(0) } else { json!({ "oneOf": all }) }
    }
}

/// The schema of an optional value.
fn or_null(mut schema: Json) -> Json {
    match schema.get("type") {
        Some(Json::String(kind)) => {
            schema["type"] = json!([kind, "null"]);
            schema
        }
        _ if schema == json!({}) => schema,
        _ => json!({ "anyOf": [schema, { "type": "null" }] }),
    }
}
