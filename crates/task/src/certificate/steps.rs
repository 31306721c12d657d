//! The steps of a plan as a certificate has them. A plan may have millions, so they are kept packed: none takes
//! more bytes than its text in a file.

use std::fmt;

use serde::de::{Deserialize, Deserializer, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};

use super::{Place, Step};

/// Steps in order, unpacked on demand.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct StepList {
    /// Consecutive encodings: the rule, the part, the number of places, the places. Numbers have seven bits
    /// per byte, the lowest first; texts are preceded by their lengths.
    bytes: Vec<u8>,
    len: usize,
}

const CELL: u8 = 0;
const DIRECTION: u8 = 1;
const NUMBER: u8 = 2;

impl StepList {
    /// The number of steps.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The bytes that the steps take.
    pub fn bytes(&self) -> usize {
        self.bytes.len()
    }

    /// Adds one at the end.
    pub fn push(&mut self, step: &Step) {
        self.text(&step.rule);
        self.number(step.part.into());
        self.number(step.at.len() as u64);
        for place in &step.at {
            match place {
                Place::Cell(name) => {
                    self.bytes.push(CELL);
                    self.text(name);
                }
                Place::Direction(name) => {
                    self.bytes.push(DIRECTION);
                    self.text(name);
                }
                Place::Number(n) => {
                    self.bytes.push(NUMBER);
                    // The sign is the lowest bit.
                    self.number((n << 1 ^ n >> 63) as u64);
                }
            }
        }
        self.len += 1;
    }

    /// The encoded steps.
    pub fn iter(&self) -> impl Iterator<Item = Step> + '_ {
        let mut rest = Packed(&self.bytes);
        std::iter::from_fn(move || rest.step())
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.bytes.extend_from_slice(text.as_bytes());
    }

    fn number(&mut self, mut n: u64) {
        while n >= 0x80 {
            self.bytes.push(n as u8 | 0x80);
            n >>= 7;
        }
        self.bytes.push(n as u8);
    }
}

/// The remaining bytes.
struct Packed<'a>(&'a [u8]);

impl<'a> Packed<'a> {
    fn step(&mut self) -> Option<Step> {
        let rule = self.text()?.to_owned();
        let part = u32::try_from(self.number()?).ok()?;
        let places = self.number()?;
        let at = (0..places).map(|_| self.place()).collect::<Option<_>>()?;
        Some(Step { rule, part, at })
    }

    fn place(&mut self) -> Option<Place> {
        Some(match self.byte()? {
            CELL => Place::Cell(self.text()?.to_owned()),
            DIRECTION => Place::Direction(self.text()?.to_owned()),
            _ => {
                let n = self.number()?;
                Place::Number((n >> 1) as i64 ^ -((n & 1) as i64))
            }
        })
    }

    fn text(&mut self) -> Option<&'a str> {
        let len = usize::try_from(self.number()?).ok()?;
        let (text, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        std::str::from_utf8(text).ok()
    }

    fn number(&mut self) -> Option<u64> {
        let mut n = 0;
        for shift in (0..u64::BITS).step_by(7) {
            let byte = self.byte()?;
            n |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                break;
            }
        }
        Some(n)
    }

    fn byte(&mut self) -> Option<u8> {
        let (byte, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*byte)
    }
}

impl FromIterator<Step> for StepList {
    fn from_iter<I: IntoIterator<Item = Step>>(steps: I) -> Self {
        let mut list = StepList::default();
        steps.into_iter().for_each(|step| list.push(&step));
        list
    }
}

impl fmt::Debug for StepList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Serialize for StepList {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for StepList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Steps;

        impl<'de> Visitor<'de> for Steps {
            type Value = StepList;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of steps")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut all: A) -> Result<StepList, A::Error> {
                let mut list = StepList::default();
                while let Some(step) = all.next_element()? {
                    list.push(&step);
                }
                Ok(list)
            }
        }

        deserializer.deserialize_seq(Steps)
    }
}
