//! A deserializer without data: it notes each request and answers with a value of that kind.

use std::fmt;

use serde::de::value::StrDeserializer;
use serde::de::{
    self, DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, MapAccess, SeqAccess,
    VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;

use super::shape::{Field, Object, Place, Shape, Shapes, TEXTS, Variant};

/// A field that no type has.
const UNKNOWN_FIELD: &str = "\u{1}";

/// Why a run ended early.
#[derive(Debug)]
pub(super) enum Fault {
    /// A required field is missing.
    Missing(&'static str),
    /// The value was rejected.
    Refused,
    /// Whether unknown fields are accepted is known now.
    Learned,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl std::error::Error for Fault {}

impl de::Error for Fault {
    fn custom<T: fmt::Display>(_: T) -> Fault {
        Fault::Refused
    }

    fn missing_field(field: &'static str) -> Fault {
        Fault::Missing(field)
    }

    fn unknown_field(_: &str, _: &'static [&'static str]) -> Fault {
        Fault::Learned
    }
}

/// Provides the value of a place.
#[derive(Clone, Copy)]
pub(super) struct Probe<'a> {
    shapes: &'a Shapes,
    place: Place,
}

impl<'a> Probe<'a> {
    pub(super) fn new(shapes: &'a Shapes, place: Place) -> Probe<'a> {
        Probe { shapes, place }
    }

    fn inside(self, place: Place) -> Probe<'a> {
        Probe { place, ..self }
    }

    fn note(self, shape: Shape) {
        self.shapes.note(self.place, |_| shape);
    }

    /// Notes a shape with one part, and returns that part.
    fn part(self, shape: fn(Place) -> Shape) -> Probe<'a> {
        self.shapes.note(self.place, |shapes| shape(shapes.add()));
        match self.shapes.at(self.place) {
            Shape::Optional(inner) | Shape::List(inner) | Shape::Map(inner) => self.inside(inner),
            _ => self,
        }
    }

    fn text(self) -> &'static str {
        self.note(Shape::Text { tried: 0 });
        self.shapes.text_given(self.place);
        match self.shapes.at(self.place) {
            Shape::Text { tried } => TEXTS[tried],
            _ => TEXTS[0],
        }
    }
}

macro_rules! answer {
    ($($method:ident: $shape:expr => $visit:ident($($value:expr)?);)*) => { $(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
            self.note($shape);
            visitor.$visit($($value)?)
        }
    )* };
}

impl<'de> Deserializer<'de> for Probe<'_> {
    type Error = Fault;

    answer! {
        deserialize_any: Shape::Anything => visit_unit();
        deserialize_unit: Shape::Null => visit_unit();
        deserialize_bool: Shape::Boolean => visit_bool(true);
        deserialize_i8: Shape::Integer { is_unsigned: false } => visit_i64(1);
        deserialize_i16: Shape::Integer { is_unsigned: false } => visit_i64(1);
        deserialize_i32: Shape::Integer { is_unsigned: false } => visit_i64(1);
        deserialize_i64: Shape::Integer { is_unsigned: false } => visit_i64(1);
        deserialize_i128: Shape::Integer { is_unsigned: false } => visit_i64(1);
        deserialize_u8: Shape::Integer { is_unsigned: true } => visit_u64(1);
        deserialize_u16: Shape::Integer { is_unsigned: true } => visit_u64(1);
        deserialize_u32: Shape::Integer { is_unsigned: true } => visit_u64(1);
        deserialize_u64: Shape::Integer { is_unsigned: true } => visit_u64(1);
        deserialize_u128: Shape::Integer { is_unsigned: true } => visit_u64(1);
        deserialize_f32: Shape::Number => visit_f64(1.0);
        deserialize_f64: Shape::Number => visit_f64(1.0);
    }

    forward_to_deserialize_any! { bytes byte_buf }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_str(self.text())
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_str(self.text())
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.note(Shape::Text { tried: 0 });
        visitor.visit_char('a')
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        let inner = self.part(Shape::Optional);
        if self.shapes.is_complete(inner.place) {
            visitor.visit_none()
        } else {
            visitor.visit_some(inner)
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_seq(Elements { probe: self.part(Shape::List), left: 1 })
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        count: usize,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        visitor.visit_seq(Elements { probe: self.part(Shape::List), left: count })
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        count: usize,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.deserialize_tuple(count, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_map(Entries { probe: self.part(Shape::Map), is_given: false })
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.shapes.note(self.place, |shapes| {
            let field =
                |name: &&'static str| Field { name, place: shapes.add(), is_required: false };
            Shape::Object(Object {
                name,
                fields: fields.iter().map(field).collect(),
                is_open: None,
            })
        });
        let Shape::Object(object) = self.shapes.at(self.place) else {
            return Err(Fault::Refused);
        };
        let next = object.fields.iter().find(|field| !self.shapes.is_complete(field.place));
        let next = next.map(|field| field.name);
        let is_given = |field: &&Field| field.is_required || Some(field.name) == next;
        let mut given: Vec<(&'static str, Place)> =
            object.fields.iter().filter(is_given).map(|field| (field.name, field.place)).collect();
        // Unknown shapes come first, which is last here, because a rejected value ends the run.
        given.sort_by_key(|(name, _)| Some(*name) == next);
        if object.is_open.is_none() {
            let open = Object { is_open: Some(false), ..object };
            self.shapes.set(self.place, Shape::Object(open));
            given = vec![(UNKNOWN_FIELD, self.place)];
        }
        visitor.visit_map(Fields { probe: self, left: given, current: None })
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.shapes.note(self.place, |shapes| {
            let variant = |name: &&'static str| Variant { name, place: shapes.add() };
            Shape::Choice(variants.iter().map(variant).collect())
        });
        let Shape::Choice(variants) = self.shapes.at(self.place) else {
            return Err(Fault::Refused);
        };
        let next = variants.iter().find(|variant| !self.shapes.is_complete(variant.place));
        let Some(variant) = next.or(variants.first()) else { return Err(Fault::Refused) };
        visitor.visit_enum(Chosen { probe: self.inside(variant.place), name: variant.name })
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_str(visitor)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_unit()
    }
}

/// This many elements of the same shape.
struct Elements<'a> {
    probe: Probe<'a>,
    left: usize,
}

impl<'de> SeqAccess<'de> for Elements<'_> {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Fault> {
        let Some(left) = self.left.checked_sub(1) else { return Ok(None) };
        self.left = left;
        seed.deserialize(self.probe).map(Some)
    }
}

/// One entry with an invented key.
struct Entries<'a> {
    probe: Probe<'a>,
    is_given: bool,
}

impl<'de> MapAccess<'de> for Entries<'_> {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Fault> {
        if std::mem::replace(&mut self.is_given, true) {
            return Ok(None);
        }
        let key: StrDeserializer<'_, Fault> = "key".into_deserializer();
        seed.deserialize(key).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Fault> {
        seed.deserialize(self.probe)
    }
}

/// The fields of an object that are given in this run, last one first.
struct Fields<'a> {
    probe: Probe<'a>,
    left: Vec<(&'static str, Place)>,
    current: Option<(&'static str, Place)>,
}

impl<'de> MapAccess<'de> for Fields<'_> {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Fault> {
        self.current = self.left.pop();
        let Some((name, _)) = self.current else {
            self.probe.shapes.object_ended(self.probe.place);
            return Ok(None);
        };
        let key: StrDeserializer<'_, Fault> = name.into_deserializer();
        seed.deserialize(key).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Fault> {
        let Some((name, place)) = self.current.take() else { return Err(Fault::Refused) };
        if name == UNKNOWN_FIELD {
            // The unknown field was accepted, so any is.
            if let Shape::Object(object) = self.probe.shapes.at(place) {
                let open = Object { is_open: Some(true), ..object };
                self.probe.shapes.set(place, Shape::Object(open));
            }
            return Err(Fault::Learned);
        }
        seed.deserialize(self.probe.inside(place))
    }
}

/// One variant of several.
struct Chosen<'a> {
    probe: Probe<'a>,
    name: &'static str,
}

impl<'de, 'a> EnumAccess<'de> for Chosen<'a> {
    type Error = Fault;
    type Variant = Probe<'a>;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Probe<'a>), Fault> {
        let name: StrDeserializer<'_, Fault> = self.name.into_deserializer();
        Ok((seed.deserialize(name)?, self.probe))
    }
}

impl<'de> VariantAccess<'de> for Probe<'_> {
    type Error = Fault;

    fn unit_variant(self) -> Result<(), Fault> {
        self.note(Shape::Null);
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Fault> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, count: usize, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_tuple(count, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.deserialize_struct("", fields, visitor)
    }
}
