//! What all requests to this node share: the operator's default, caches, and the turns of administrators.

use std::sync::Arc;

use crate::administrator_turns::AdministratorTurns;
use crate::boards::Boards;
use crate::issue::Lists;
use crate::setting::AccessMode;
use crate::standings::Tops;

/// The shared state. A clone shares it too.
#[derive(Debug, Clone)]
pub(crate) struct ProductState {
    /// The operator's word, where no administrator has spoken.
    access: AccessMode,
    boards: Option<Arc<dyn Boards>>,
    lists: Arc<Lists>,
    tops: Arc<Tops>,
    turns: AdministratorTurns,
}

impl ProductState {
    pub(crate) fn new(access: AccessMode, boards: Option<Arc<dyn Boards>>) -> ProductState {
        let (lists, tops, turns) = (Arc::default(), Arc::default(), AdministratorTurns::default());
        ProductState { access, boards, lists, tops, turns }
    }

    /// Who may make an account while no administrator has decided.
    pub(crate) fn access(&self) -> AccessMode {
        self.access
    }

    /// The turns that commands of administrators take.
    pub(crate) fn turns(&self) -> &AdministratorTurns {
        &self.turns
    }

    /// Where the order of seasons is kept beside the database, if it is.
    pub(crate) fn boards(&self) -> Option<&dyn Boards> {
        self.boards.as_deref()
    }

    /// What lists of issues found a moment ago.
    pub(crate) fn lists(&self) -> &Lists {
        &self.lists
    }

    /// What pages of ranks showed a moment ago.
    pub(crate) fn tops(&self) -> &Tops {
        &self.tops
    }

    /// Invalidates what was found a moment ago, because a command has changed it.
    pub(crate) fn invalidate_lists(&self) {
        self.lists.invalidate();
        self.tops.invalidate();
    }
}
