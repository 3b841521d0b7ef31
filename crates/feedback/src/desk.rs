//! Where one command or question is worked on.

use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};

use parse_engine::{Cx, Error};
use parse_model::Date;
use parse_store::{Access, Sql};
use serde::de::DeserializeOwned;

use crate::boards::Boards;
use crate::issue::Lists;
use crate::member::Member;
use crate::points::Book;
use crate::product_state::ProductState;
use crate::recent::Recent;
use crate::refused::nobody;
use crate::setting::Chosen;
use crate::standings::Tops;
use crate::table;

/// The request, who asks, and the way to the tables.
#[derive(Debug)]
pub(crate) struct Desk {
    cx: Cx,
    access: Access,
    member: Option<Member>,
    settings: ProductState,
    /// What was read once for all of this command or question.
    chosen: Mutex<Option<Chosen>>,
    book: Mutex<Option<Arc<Book>>>,
}

impl Desk {
    pub(crate) fn new(
        cx: Cx,
        access: Access,
        member: Option<Member>,
        settings: ProductState,
    ) -> Desk {
        let (chosen, book) = (Mutex::new(None), Mutex::new(None));
        Desk { cx, access, member, settings, chosen, book }
    }

    /// The request.
    pub(crate) fn cx(&self) -> &Cx {
        &self.cx
    }

    /// When this happens: one moment for everything a command does.
    pub(crate) fn now(&self) -> Date {
        self.cx.now()
    }

    /// Who asks. Where anybody may, there may be nobody.
    pub(crate) fn member(&self) -> Result<&Member, Error> {
        self.member.as_ref().ok_or_else(nobody)
    }

    /// What administrators have decided, read once.
    pub(crate) async fn settings(&self) -> Result<Chosen, Error> {
        let known = self.chosen.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(known) = known {
            return Ok(known);
        }
        let chosen = Chosen::read(self.cx.db(), self.settings.access()).await?;
        *self.chosen.lock().unwrap_or_else(PoisonError::into_inner) = Some(chosen.clone());
        Ok(chosen)
    }

    /// Makes the settings be read again, because this command has changed one.
    pub(crate) fn settings_changed(&self) {
        *self.chosen.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// The rule sets and seasons there are, read now: for commands that change them.
    pub(crate) async fn read_book(&self) -> Result<Book, Error> {
        Book::read(self.cx.db(), self.access).await
    }

    /// The rule sets and seasons there are, read once.
    pub(crate) async fn book(&self) -> Result<Arc<Book>, Error> {
        let known = self.book.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(known) = known {
            return Ok(known);
        }
        let book = Arc::new(self.read_book().await?);
        *self.book.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&book));
        Ok(book)
    }

    /// Makes the rule sets and seasons be read again, because this command has changed one.
    pub(crate) fn book_changed(&self) {
        *self.book.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Where the order of seasons is kept beside the database, if it is.
    pub(crate) fn boards(&self) -> Option<&dyn Boards> {
        self.settings.boards()
    }

    /// What lists of issues found a moment ago.
    pub(crate) fn lists(&self) -> &Lists {
        self.settings.lists()
    }

    /// What pages of ranks showed a moment ago.
    pub(crate) fn tops(&self) -> &Tops {
        self.settings.tops()
    }

    /// The answer to a question that is the same for everybody: from the cache, or found now. Inside a
    /// transaction the cache is passed by, because what is found there may never be committed.
    pub(crate) async fn shared<T: Clone + Send + Sync + 'static>(
        &self,
        cache: &Recent<T>,
        question: &str,
        find: impl Future<Output = Result<T, Error>> + Send,
    ) -> Result<T, Error> {
        if self.cx.db().is_transaction() {
            return find.await;
        }
        // Boxed, because the future of finding it is large and would be copied by every layer around it.
        let find: Pin<Box<dyn Future<Output = Result<T, Error>> + Send + '_>> = Box::pin(find);
        cache.answer(question, self.now(), find).await
    }

    /// The rows of a statement whose first column is a JSON document.
    pub(crate) async fn rows<T: DeserializeOwned>(&self, sql: &Sql) -> Result<Vec<T>, Error> {
        table::rows(self.cx.db(), sql, self.access).await
    }

    /// The first row of such a statement, if there is one.
    pub(crate) async fn row<T: DeserializeOwned>(&self, sql: &Sql) -> Result<Option<T>, Error> {
        Ok(self.rows(sql).await?.into_iter().next())
    }

    /// Runs a statement and gives the number of rows it touched.
    pub(crate) async fn execute(&self, sql: &Sql) -> Result<u64, Error> {
        table::execute(self.cx.db(), sql).await
    }

    /// A new id for an object.
    pub(crate) fn new_id(&self) -> String {
        parse_engine::id::random_text(self.cx.settings().object_id_size)
    }
}
