//! Reads proofs as a stream, so that a plan of millions of steps is stored only once, and estimates the
//! memory for reading in advance.

use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeSeed, Deserializer, Error, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{AtLeast, LowerBound, Proof, StepList};

impl Serialize for Proof {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Proof::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Proof {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Reading)
    }
}

/// A plan without its kind.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Plan {
    length: u64,
    unit: String,
    #[serde(deserialize_with = "Option::deserialize")]
    least: Option<LowerBound>,
    #[serde(default)]
    at_least: Option<AtLeast>,
    #[serde(default)]
    steps: Option<StepList>,
}

struct Reading;

impl<'de> Visitor<'de> for Reading {
    type Value = Proof;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a proof, which says its kind")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Proof, A::Error> {
        // Fields may have any order. This program writes the kind first.
        let (mut before, mut early) = (Vec::new(), None);
        let kind: String = loop {
            match map.next_key::<String>()?.as_deref() {
                None => return Err(A::Error::missing_field("kind")),
                Some("kind") => break map.next_value()?,
                Some("steps") if early.is_none() => early = Some(map.next_value()?),
                Some("steps") => return Err(A::Error::duplicate_field("steps")),
                Some(key) => before.push((key.to_owned(), map.next_value()?)),
            }
        };
        if kind != "plan" {
            if early.is_some() {
                return Err(A::Error::custom(format!("a proof of the kind `{kind}` has no field `steps`")));
            }
            before.push(("kind".to_owned(), Value::String(kind)));
            return Proof::deserialize(MapAccessDeserializer::new(Fields::new(before, map)));
        }
        let Plan { length, unit, least, at_least, steps } =
            Plan::deserialize(MapAccessDeserializer::new(Fields::new(before, map)))?;
        match (early, steps) {
            (Some(steps), None) | (None, Some(steps)) => {
                Ok(Proof::Plan { length, unit, least, at_least, steps })
            }
            (Some(_), Some(_)) => Err(A::Error::duplicate_field("steps")),
            (None, None) => Err(A::Error::missing_field("steps")),
        }
    }
}

/// The fields already read, then the others.
struct Fields<A> {
    before: std::vec::IntoIter<(String, Value)>,
    value: Option<Value>,
    map: A,
}

impl<A> Fields<A> {
    fn new(before: Vec<(String, Value)>, map: A) -> Self {
        Fields { before: before.into_iter(), value: None, map }
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Fields<A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        match self.before.next() {
            Some((key, value)) => {
                self.value = Some(value);
                seed.deserialize(key.into_deserializer()).map(Some)
            }
            None => self.map.next_key_seed(seed),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        match self.value.take() {
            Some(value) => seed.deserialize(value).map_err(A::Error::custom),
            None => self.map.next_value_seed(seed),
        }
    }
}

/// Bytes that one value takes at most while it is read, beside its text.
const BYTES_OF_VALUE: u64 = 128;
/// Plus the unused capacity of a list or map.
const BYTES_OF_MANY: u64 = 640;

/// An upper bound of the memory needed to parse the text of a certificate, text included.
///
/// # Errors
/// The text is no JSON, or nested too deeply.
pub fn bytes_to_read(text: &str) -> Result<u64, serde_json::Error> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let values = Size::Document.deserialize(&mut deserializer)?;
    deserializer.end()?;
    // Packed steps and names take no more than their text.
    Ok(values.saturating_add(2 * text.len() as u64))
}

/// The part of a certificate that a value is.
#[derive(Clone, Copy)]
enum Size {
    Document,
    Proof,
    /// Each is packed before the next one is read.
    Steps,
    Other,
}

impl<'de> DeserializeSeed<'de> for Size {
    type Value = u64;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<u64, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Size {
    type Value = u64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<u64, E> {
        Ok(BYTES_OF_VALUE)
    }

    fn visit_bool<E>(self, _: bool) -> Result<u64, E> {
        Ok(BYTES_OF_VALUE)
    }

    fn visit_u64<E>(self, _: u64) -> Result<u64, E> {
        Ok(BYTES_OF_VALUE)
    }

    fn visit_i64<E>(self, _: i64) -> Result<u64, E> {
        Ok(BYTES_OF_VALUE)
    }

    fn visit_f64<E>(self, _: f64) -> Result<u64, E> {
        Ok(BYTES_OF_VALUE)
    }

    fn visit_str<E>(self, _: &str) -> Result<u64, E> {
        Ok(BYTES_OF_VALUE)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut all: A) -> Result<u64, A::Error> {
        let (mut sum, mut most) = (0_u64, 0);
        while let Some(bytes) = all.next_element_seed(Size::Other)? {
            sum = sum.saturating_add(bytes);
            most = bytes.max(most);
        }
        Ok(BYTES_OF_MANY.saturating_add(if matches!(self, Size::Steps) { most } else { sum }))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<u64, A::Error> {
        let mut sum = BYTES_OF_MANY;
        while let Some(key) = map.next_key::<String>()? {
            let of = match (self, key.as_str()) {
                (Size::Document, "proof") => Size::Proof,
                (Size::Proof, "steps") => Size::Steps,
                _ => Size::Other,
            };
            sum = sum.saturating_add(BYTES_OF_VALUE).saturating_add(map.next_value_seed(of)?);
        }
        Ok(sum)
    }
}
