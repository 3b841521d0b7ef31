//! Why a network gave no answer.

/// What went wrong, in words that name no address. What a node said is a stranger's text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NodeError {
    /// No such network is configured.
    #[error("this network is not known")]
    UnknownNetwork,
    /// No endpoint could be reached, or all of them rest after failures.
    #[error("no node of this network can be reached")]
    AllDown,
    /// The time of the look-up is over, or no endpoint answered in time.
    #[error("the nodes of this network did not answer in time")]
    TimedOut,
    /// The look-up has asked or read as much as it may.
    #[error("this look-up has used up what it may ask")]
    OverBudget,
    /// The answer is longer, deeper or has more parts than is read.
    #[error("the node's answer is too long")]
    TooLong,
    /// The node answered with an error.
    #[error("the node answered with error {code}")]
    Answered {
        /// Its code.
        code: i64,
        /// Its message, cut, without anything of the node's address.
        message: String,
        /// Its data, as hex if it was that.
        data: Option<String>,
    },
    /// What was answered is no answer to the question.
    #[error("the node's answer makes no sense")]
    Nonsense,
}

impl NodeError {
    /// The number of "method not found".
    pub(crate) const NO_METHOD: i64 = -32601;

    /// The error if no endpoint has a method.
    pub(crate) fn no_method() -> NodeError {
        let message = "the method does not exist".to_owned();
        NodeError::Answered { code: NodeError::NO_METHOD, message, data: None }
    }

    /// Whether the node does not offer the method: it does not know it, or does not allow it.
    pub(crate) fn is_no_method(&self) -> bool {
        let NodeError::Answered { code, message, data: None } = self else { return false };
        let message = message.to_ascii_lowercase();
        let says = |words: &[&str]| words.iter().any(|words| message.contains(words));
        // What is missing must be the method: nodes also say that of blocks and states.
        matches!(code, -32601 | -32004)
            || says(&["method", "api"])
                && says(&[
                    "not found",
                    "not supported",
                    "not available",
                    "not exist",
                    "not allowed",
                ])
            || says(&["unsupported method", "not whitelisted"])
    }

    /// Whether the node says that it is asked too much.
    pub(crate) fn is_busy(&self) -> bool {
        matches!(self, NodeError::Answered { code: -32005 | -32016 | -32029, .. })
    }

    /// Whether the chain itself gave this answer, so that another endpoint would say the same.
    pub(crate) fn is_of_the_chain(&self) -> bool {
        let NodeError::Answered { code, message, data } = self else { return false };
        let is_bad_question = matches!(code, 3 | -32600 | -32602 | -32015);
        is_bad_question || data.is_some() || message.to_ascii_lowercase().contains("revert")
    }

    /// Which of several failures tells most: the larger.
    pub(crate) fn weight(&self) -> u8 {
        match self {
            NodeError::Answered { .. } => 6,
            NodeError::TooLong => 5,
            NodeError::OverBudget => 4,
            NodeError::Nonsense => 3,
            NodeError::TimedOut => 2,
            NodeError::AllDown => 1,
            NodeError::UnknownNetwork => 0,
        }
    }
}
