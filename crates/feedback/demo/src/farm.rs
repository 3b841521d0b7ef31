//! Farms and honest crowds made from a seed, and how well the score tells them apart.
//!
//! Synthetic farms flatter every method: what is measured here compares one version of the score
//! with the next, and is no promise about people.

mod crowd;
mod made_up;
mod measure;
mod ring;

pub use measure::{Measured, measure};
