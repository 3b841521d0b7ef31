//! What the programme does by itself, when the time has come.

use std::marker::PhantomData;

use async_trait::async_trait;
use parse_engine::chore::Pace;
use parse_engine::{Cx, Error, Extension};
use parse_store::Access;

use crate::desk::Desk;
use crate::product_state::ProductState;

/// Something that has to be done from time to time.
#[async_trait]
pub(crate) trait Chore: Send + Sync + 'static {
    /// What it is called.
    const NAME: &'static str;
    /// How often it comes round.
    const PACE: Pace = Pace::Minute;
    /// Does what is due; each thing in a transaction of its own, so that one that cannot be done
    /// does not hold up the others.
    async fn run(round: &Round) -> Result<(), Error>;
}

/// Adds a chore to what the product brings.
pub(crate) fn chore<C: Chore>(extension: Extension, settings: &ProductState) -> Extension {
    let kept = Kept::<C> { settings: settings.clone(), what: PhantomData };
    extension.with_chore(C::NAME, kept)
}

/// One round of a chore.
#[derive(Debug)]
pub(crate) struct Round {
    cx: Cx,
    settings: ProductState,
}

impl Round {
    /// A desk that nobody sits at, for looking at what is due.
    pub(crate) fn desk(&self) -> Desk {
        Desk::new(self.cx.clone(), Access::Writes, None, self.settings.clone())
    }

    /// A desk that nobody sits at, inside a new transaction; [`Round::end`] ends it.
    pub(crate) async fn begin(&self) -> Result<Desk, Error> {
        let tx = self.cx.in_transaction()?;
        let settings = self.settings.clone();
        tx.on_commit(move |_| settings.invalidate_lists());
        Ok(Desk::new(tx, Access::Writes, None, self.settings.clone()))
    }

    /// Ends the transaction: for good if all went well, without a trace if not.
    pub(crate) async fn end<T>(&self, desk: Desk, outcome: Result<T, Error>) -> Result<T, Error> {
        let tx = desk.cx().clone();
        drop(desk);
        tx.finish_for(&self.cx, outcome).await
    }
}

struct Kept<C> {
    settings: ProductState,
    what: PhantomData<fn() -> C>,
}

#[async_trait]
impl<C: Chore> parse_engine::Chore for Kept<C> {
    async fn run(&self, cx: &Cx) -> Result<(), Error> {
        C::run(&Round { cx: cx.clone(), settings: self.settings.clone() }).await
    }

    fn pace(&self) -> Pace {
        C::PACE
    }
}
