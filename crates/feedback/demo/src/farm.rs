//! Farms and honest crowds made from a seed, and how well the score tells them apart.
//!
//! Synthetic farms flatter every method: what is measured here compares one version of the score
//! with the next, and is no promise about people.

mod crowd;
mod measure;
mod ring;
mod synthetic_account;

pub use measure::{Measured, measure};
