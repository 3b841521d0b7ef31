//! Pages of ranks that were found a moment ago.

use std::sync::Arc;

use feedback_model::PersonId;
use parse_model::Json;

use super::place::Place;
use crate::recent::Recent;

/// A page as everybody sees it who is not on it.
#[derive(Debug)]
pub(super) struct Shown {
    pub(super) places: Vec<Place>,
    pub(super) answer: Json,
}

/// The pages that were asked for a moment ago.
#[derive(Debug)]
pub(crate) struct Tops(pub(super) Recent<Arc<Shown>>);

impl Default for Tops {
    fn default() -> Tops {
        Tops(Recent::with_capacity(20))
    }
}

impl Tops {
    /// Invalidates everything, because others may stand there now.
    pub(crate) fn invalidate(&self) {
        self.0.invalidate();
    }
}

impl Shown {
    /// The page as somebody sees it who may stand on it: there they are told to be themself, by the name
    /// that they may hide from others, where the page has them.
    pub(super) fn to(&self, me: &PersonId, mine: Option<Json>) -> Json {
        let mut answer = self.answer.clone();
        let place = self.places.iter().find(|place| place.person == *me);
        if let (Some(place), Some(mine), Some(rows)) = (place, &mine, answer["rows"].as_array_mut())
        {
            for row in rows.iter_mut().filter(|row| row["rank"] == place.rank) {
                row["isMe"] = true.into();
                row["person"] = mine["person"].clone();
            }
        }
        answer["me"] = mine.into();
        answer
    }
}
