//! What all requests to this node share: the operator's default, caches, and the turns of
//! administrators.

use std::sync::Arc;

use crate::administrator_turns::AdministratorTurns;
use crate::boards::RankCache;
use crate::issue::Lists;
use crate::setting::AccessMode;
use crate::standings::RankPageCache;

/// The shared state. A clone shares it too.
#[derive(Debug, Clone)]
pub(crate) struct ProductState {
    /// The operator's word, where no administrator has spoken.
    access: AccessMode,
    rank_cache: Option<Arc<dyn RankCache>>,
    lists: Arc<Lists>,
    rank_pages: Arc<RankPageCache>,
    turns: AdministratorTurns,
}

impl ProductState {
    pub(crate) fn new(access: AccessMode, rank_cache: Option<Arc<dyn RankCache>>) -> ProductState {
        let (lists, rank_pages, turns) =
            (Arc::default(), Arc::default(), AdministratorTurns::default());
        ProductState { access, rank_cache, lists, rank_pages, turns }
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
    pub(crate) fn rank_cache(&self) -> Option<&dyn RankCache> {
        self.rank_cache.as_deref()
    }

    /// What lists of issues found a moment ago.
    pub(crate) fn lists(&self) -> &Lists {
        &self.lists
    }

    /// What pages of ranks showed a moment ago.
    pub(crate) fn rank_pages(&self) -> &RankPageCache {
        &self.rank_pages
    }

    /// Invalidates what was found a moment ago, because a command has changed it.
    pub(crate) fn invalidate_lists(&self) {
        self.lists.invalidate();
        self.rank_pages.invalidate();
    }
}
