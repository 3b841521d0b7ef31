//! The GraphQL queries and mutations for Linear.

/// The account, and the states of a team.
pub(super) const TEST: &str = "query($team: String!) { viewer { id name } \
team(id: $team) { id name states(first: 100) { nodes { id name type position } } } }";

/// Creates an issue.
pub(super) const CREATE: &str = "mutation($input: IssueCreateInput!) { issueCreate(input: $input) { \
success issue { id identifier title url updatedAt state { id type } } } }";

/// Changes an issue.
pub(super) const UPDATE: &str = "mutation($id: String!, $input: IssueUpdateInput!) { \
issueUpdate(id: $id, input: $input) { success issue { id identifier title url updatedAt state { id type } } } }";

/// Reads an issue by its id or identifier.
pub(super) const ISSUE: &str = "query($id: String!) { issue(id: $id) { \
id identifier title url updatedAt state { id type } } }";

/// Adds a comment.
pub(super) const COMMENT: &str = "mutation($input: CommentCreateInput!) { commentCreate(input: $input) { success comment { id } } }";

/// Reads a comment.
pub(super) const COMMENT_OF: &str = "query($id: String!) { comment(id: $id) { id } }";

/// Attaches a link to an issue. The same address again updates it.
pub(super) const ATTACH: &str = "mutation($input: AttachmentCreateInput!) { \
attachmentCreate(input: $input) { success attachment { id } } }";
