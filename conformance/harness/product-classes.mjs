// Every class of the product and who reads what of it. A class that is not here fails the cases that go
// through this table, so that none is added without a decision.

/**
 * Who reads a class without the master key: `all` every row, by any signed-in user; `issue` rows whose
 * issue they may see; `own` rows that name them; `none` not a row. Administrators read the first three,
 * but only their own `Watch` and `Notification`; of `staff` they read every row, and no other user does.
 */
export const CLASSES = {
  Build: 'all',
  Network: 'all',
  Contract: 'all',
  Token: 'all',
  ErrorSignature: 'all',
  FailureCluster: 'all',
  RuleSet: 'all',
  Season: 'all',
  LedgerCheckpoint: 'all',
  SeasonPulse: 'all',
  RewardExport: 'all',
  Mission: 'all',
  Issue: 'issue',
  IssueEvent: 'issue',
  Comment: 'issue',
  FixCheck: 'issue',
  Attachment: 'issue',
  Evidence: 'own',
  Vote: 'own',
  Watch: 'own',
  Notification: 'own',
  DuplicateProposal: 'own',
  PointsEntry: 'own',
  PointsPulse: 'own',
  RewardLeaf: 'own',
  Submission: 'own',
  SavedView: 'own',
  IssueViewer: 'staff',
  CommentRevision: 'none',
  IssueReach: 'none',
  Announcement: 'none',
  Standing: 'none',
  Setting: 'none',
  SettingRevision: 'none',
  AuditEntry: 'none',
  Invitation: 'none',
  InvitationUse: 'none',
};

/** Classes of the protocol itself, which have rules of their own. */
const PROTOCOLS = /^_/;

/** What administrators alone read of a row that all users read. */
export const STAFFS_FIELDS = {
  Issue: ['quality', 'snoozedUntil', 'stateBeforeMerge', 'heldBack'],
  IssueEvent: ['command'],
  Comment: ['heldBack', 'helpfulBy'],
  Attachment: ['staffOnly'],
  PointsEntry: ['personId'],
  RewardExport: ['figures', 'by'],
  RewardLeaf: ['personId'],
  Mission: ['createdBy', 'endingToldAt'],
  Submission: ['reviewer', 'reviewWhy', 'personId'],
};

/** The classes the server has, as an operator sees them. */
export async function classesOf(send) {
  const { body } = await send('GET', '/schemas', { key: 'master' });
  return body.results.map(({ className }) => className).filter(name => !PROTOCOLS.test(name)).sort();
}
