// Made by generate.ts from docs/functions.json.

type AccountDataParams = { cursor?: string | null }

type DeleteParams = { username: string; texts: 'keep' | 'erase' }

type AccountLinkParams = { service: 'discord' | 'telegram' }

type Finish = { service: 'discord' | 'telegram'; code: string; state: string }

type AnnouncementGetParams = { id: string }

type AnnouncementListParams = { cursor?: string | null; limit?: number | null; drafts?: boolean }

type OpenParams = { subjectType: 'issue_closed' | 'severity' | 'duplicate' | 'submission' | 'points' | 'risk' | 'suspension'; subjectId: string; body: string }

type WithdrawParams = { id: string }

type Reference = { name: string }

type AttachmentAddParams = { file: Reference; name: string }

type AttachmentRemoveParams = { id: string }

type ClusterGetParams = { id: string; period?: '24h' | '7d' | '30d' | '90d' | null; cursor?: string | null }

type ClusterListParams = { period: '24h' | '7d' | '30d' | '90d'; state?: 'open' | 'fixed' | 'regressed' | 'ignored' | null; cursor?: string | null; limit?: number | null }

type CommentAddParams = { number: number; body: string; parent?: string | null; internal?: boolean; kind?: 'comment' | 'official'; attachments?: string[] }

type CommentDeleteParams = { id: string }

type CommentEditParams = { id: string; body: string }

type NetworkParams = { network?: string | null }

type CoverageMatrixParams = { period: '24h' | '7d' | '30d' | '90d' }

type EvidenceAttachParams = { id: string; issue: number }

type LookUpStep = { key: string; state: string }

type EvidenceNetwork = { id: string; name: string; chainId: number; isTestnet: boolean }

type EvidenceExplanation = { sentence?: string | null; failureClass?: string | null; verdict?: string | null; advice?: string | null; confidence?: string | null; chainStatus?: string | null; from?: string | null; to?: string | null; value?: string | null; gasUsed?: string | null; gasLimit?: string | null; method?: unknown; revert?: unknown; swap?: unknown; rpc?: unknown; transfers?: unknown[] | null; fingerprint?: string | null }

type EvidenceCluster = { id: string; title: string; state: string; rootIssue?: number | null; personCount: number; evidenceCount?: number }

type EvidenceBuild = { id: string; version: string }

type EvidenceOwner = { id?: string | null; username?: string | null }

type EvidenceView = { id: string; kind: string; state: string; reason?: string | null; steps: LookUpStep[]; tried: unknown[]; network?: EvidenceNetwork | null; txHash?: string | null; blockTime?: string | null; confirmations?: number | null; explanation?: EvidenceExplanation | null; cluster?: EvidenceCluster | null; issue?: number | null; build?: EvidenceBuild | null; owner?: EvidenceOwner | null; ownerMatch?: string | null; isMine: boolean; isShared: boolean; walletKind?: string | null; quote?: unknown; createdAt: string; decodedAt?: string | null }

type EvidenceAnswer = { evidence: EvidenceView }

type EvidenceCopiesParams = { id: string }

type EvidenceCopiesAnswer = { foundry?: string | null; cast: string; explorer?: string | null; tenderly: string }

type EvidenceGetParams = { id: string }

type SimilarRow = { number: number; title: string; kind: 'bug' | 'friction' | 'idea'; status: 'new' | 'needs_info' | 'confirmed' | 'in_progress' | 'fixed' | 'verified' | 'closed'; resolution?: 'duplicate' | 'not_reproducible' | 'working_as_intended' | 'wont_fix' | 'invalid' | 'spam' | 'no_response' | 'withdrawn' | null; fixedIn?: string | null; why: string; score: number; voteCount: number; proofCount: number; affectsMe: boolean }

type ReportProposal = { title: string; body: string; area?: string | null; severityClaimed?: string | null }

type EvidencePageAnswer = { evidence: EvidenceView; similar: SimilarRow[]; proposal?: ReportProposal | null }

type EvidenceOfIssueParams = { issue: number; cursor?: string | null; limit?: number | null }

type EvidenceListAnswer = { rows: EvidenceView[]; summary?: unknown; next?: string | null }

type Quote = { expectedOut?: string | null; expectedIn?: string | null; minOut?: string | null; slippageBps?: number | null; priceImpactBps?: number | null; quotedAt?: number | null; quoteBlock?: number | null; route?: string | null; source?: string | null }

type EvidencePreviewParams = { text?: string; network?: string | null; build?: string | null; walletKind?: 'injected' | 'walletconnect' | 'hardware' | 'smart_account' | 'other' | null; quote?: Quote | null }

type EvidenceRefreshParams = { id: string; network?: string | null }

type EvidenceShareParams = { id: string; share: boolean }

type FailureAnswerParams = { failure: string; answer: 'fine' | 'stop' }

type FailureStatsParams = { period: '24h' | '7d' | '30d' | '90d'; build?: string | null }

type FixCheckSubmitParams = { number: number; build: string; verdict: 'works' | 'still_broken' | 'cannot_test'; note?: string | null; evidence?: string | null }

type IssueContextParams = { number: number }

type IssueEditParams = { number: number; version?: string | null; title?: string | null; body?: string | null; steps?: string[] | null; area?: string | null; severityClaimed?: 'S1' | 'S2' | 'S3' | 'S4' | null; attachments?: string[] | null; expected?: string | null; actual?: string | null }

type PersonRef = { id?: string | null; username?: string | null; isAdmin?: boolean | null; trustLevel?: number | null }

type BuildRef = { id: string; channel: 'web' | 'contracts' | 'mobile'; version: string }

type NetworkRef = { id: string; name: string }

type IssueRow = { id: string; number: number; kind: 'bug' | 'friction' | 'idea'; title: string; preview?: string | null; area: string; status: 'new' | 'needs_info' | 'confirmed' | 'in_progress' | 'fixed' | 'verified' | 'closed'; resolution?: 'duplicate' | 'not_reproducible' | 'working_as_intended' | 'wont_fix' | 'invalid' | 'spam' | 'no_response' | 'withdrawn' | null; severity?: 'S1' | 'S2' | 'S3' | 'S4' | null; severityClaimed?: 'S1' | 'S2' | 'S3' | 'S4' | null; quality?: 'A' | 'B' | 'C' | null; visibility: string; reporter?: PersonRef | null; assignee?: PersonRef | null; build?: BuildRef | null; buildFixed?: BuildRef | null; tags: string[]; network?: NetworkRef | null; failureClass?: string | null; verdict?: string | null; cluster?: string | null; duplicateOf?: unknown; impact: number; regressions: number; voteCount: number; proofCount: number; evidenceCount: number; commentCount: number; mergedCount: number; affectsMe: boolean; mine: boolean; watching?: string | null; answered: boolean; source?: string | null; submittedAt: string; lastActivityAt: string; snoozedUntil?: string | null }

type IssueAnswer = { issue: IssueRow }

type IssueNumber = { number: number }

type WholeIssue = { id: string; number: number; kind: 'bug' | 'friction' | 'idea'; title: string; body?: string | null; steps: string[]; expected?: string | null; actual?: string | null; area: string; status: 'new' | 'needs_info' | 'confirmed' | 'in_progress' | 'fixed' | 'verified' | 'closed'; resolution?: 'duplicate' | 'not_reproducible' | 'working_as_intended' | 'wont_fix' | 'invalid' | 'spam' | 'no_response' | 'withdrawn' | null; severity?: 'S1' | 'S2' | 'S3' | 'S4' | null; severityClaimed?: 'S1' | 'S2' | 'S3' | 'S4' | null; quality?: 'A' | 'B' | 'C' | null; visibility: string; reporter?: PersonRef | null; assignee?: PersonRef | null; build?: BuildRef | null; buildFixed?: BuildRef | null; environment: Record<string, unknown>; tags: string[]; attachments: unknown[]; voteCount: number; commentCount: number; evidenceCount: number; affectsMe: boolean; mine: boolean; watching?: string | null; submittedAt: string; lastActivityAt: string; editedAt?: string | null; confirmedAt?: string | null; fixedAt?: string | null; verifiedAt?: string | null; closedAt?: string | null; closeReason?: string | null }

type Permissions = { edit: boolean; withdraw: boolean; reopen: boolean; vote: boolean; comment: boolean; check: boolean; proposeDuplicate: boolean; triage: string[] }

type IssuePageAnswer = { issue: WholeIssue; may: Permissions; points?: unknown; promise?: unknown; checks?: unknown; myCheck?: unknown; merged: unknown[]; root?: unknown; official?: unknown; trackers: unknown[]; proposals: unknown[] }

type IssueProposeDuplicateParams = { number: number; target: number; note?: string | null }

type IssueReopenParams = { number: number; seen?: string | null; reason: string; evidence?: string | null }

type IssueSubmitParams = { kind: 'bug' | 'friction' | 'idea'; title: string; body?: string; steps?: string[]; area: string; build: string; severityClaimed?: 'S1' | 'S2' | 'S3' | 'S4' | null; private?: boolean; environment?: Record<string, unknown>; attachments?: string[]; tags?: string[]; evidence?: string[]; cluster?: string | null; expected?: string | null; actual?: string | null }

type SubmittedAnswer = { number: number; id: string; issue: IssueRow }

type IssueTimelineParams = { number: number; cursor?: string | null; limit?: number | null; only?: 'all' | 'comments' | 'changes' }

type TimelineItem = { type: string; event?: string | null; sentence?: string | null; data?: unknown; actor?: PersonRef | null; staff?: boolean | null; at?: string | null; comment?: unknown }

type TimelineAnswer = { items: TimelineItem[]; next?: string | null }

type IssueVoteParams = { number: number; note?: string | null; evidence?: string | null }

type WatchParams = { number: number; level?: 'all' | 'status' | 'mute' | null }

type LedgerVerifyParams = { season: number }

type MailUnsubscribeParams = { token: string; scope: 'kind' | 'all'; via?: 'one_click' | 'page' | null }

type MailUnsubscribeLinkParams = { token: string }

type ManualEntriesParams = { cursor?: string | null }

type Wallet = { family: string; address: string; chain?: number | null }

type MemberPayoutSetParams = { wallet: Wallet | null }

type Privacy = { showOnLeaderboard?: boolean | null; askAboutFailures?: boolean | null }

type MemberPrefsSetParams = { locale?: string | null; timeZone?: string | null; browserTimeZone?: string | null; privacy?: Privacy | null; singleKeys?: boolean | null }

type MissionGetParams = { mission: string }

type MissionStep = { id: string; type: string; text: string; required: boolean }

type SubmissionView = { id: string; mission: string; state: string; attempt: number; triesLeft?: number | null; answers: Record<string, unknown>; progress: Record<string, unknown>; attachments: unknown[]; points?: unknown; paid?: number | null; note?: string | null; startedAt?: string | null; submittedAt?: string | null; decidedAt?: string | null }

type MissionView = { id: string; slug: string; kind: string; title: string; brief: string; state: string; points: number; minutes?: number | null; season?: number | null; steps: MissionStep[]; networks: unknown[]; opensAt?: string | null; endsAt?: string | null; closesAt?: string | null; capacity?: number | null; taken: number; placesLeft?: number | null; fits: boolean; why: string[]; mine?: SubmissionView | null }

type MissionAnswer = { mission: MissionView }

type MissionListParams = { show?: 'open' | 'all' | 'done'; network?: string | null; cursor?: string | null; limit?: number | null }

type MissionCounts = { open: number; fits: number; done?: number }

type MissionListAnswer = { rows: MissionView[]; next?: string | null; counts?: MissionCounts | null; season?: unknown }

type MyFairnessAnswer = { hold?: unknown; link?: unknown; questions: unknown[]; appeals: unknown[]; appealDays: number }

type MyStandingParams = { season?: number | null }

type StandingPerson = { id?: string | null; username?: string | null; hidden?: boolean | null; trustLevel?: number | null }

type StandingRow = { rank: number; total: number; provisional: number; person: StandingPerson; isMe: boolean; byRule: Record<string, number>; change7d: number; highCount: number; accuracyPct?: number | null }

type NextRank = { rank: number; points: number }

type StandingStep = { at: string; delta: number; total: number; rule: string; sentence?: string | null }

type MyStandingAnswer = { standing?: StandingRow | null; nextRank?: NextRank | null; eligible: boolean; held: boolean; series: StandingStep[] }

type NotificationCountAnswer = { waiting: number; unread: number }

type NotificationDoneParams = { id: string }

type NotificationListParams = { bucket: 'action' | 'news'; cursor?: string | null; limit?: number | null }

type NotificationActor = { id?: string | null; username?: string | null }

type NotificationIssue = { id: string; number: number; title?: string | null; status?: string | null }

type NotificationView = { id: string; kind: string; bucket: string; at: string; count: number; actor?: NotificationActor | null; issue?: NotificationIssue | null; data: unknown; readAt?: string | null; doneAt?: string | null }

type NotificationsAnswer = { rows: NotificationView[]; next?: string | null; waiting: number; unread: number }

type NotificationReadParams = { ids?: string[] | null; all?: boolean | null }

type KindChoice = { kind: 'info_asked' | 'fix_check' | 'failure_question' | 'points_reversed' | 'submission_returned' | 'account_changed' | 'issue_news' | 'points_settled' | 'comment_staff' | 'comment' | 'mention' | 'evidence_finished' | 'release' | 'rules_season' | 'payout' | 'mission' | 'badge_level' | 'admin_s1' | 'admin_private' | 'admin_regression' | 'admin_cluster' | 'admin_failure_rate' | 'admin_promise' | 'admin_webhook' | 'admin_network' | 'admin_tracker' | 'admin_appeal'; app?: boolean | null; mail?: 'now' | 'digest' | 'off' | null; push?: boolean | null; chat?: boolean | null }

type QuietHours = { from: string; to: string }

type NotifyPreferencesSetParams = { preset?: 'quiet' | 'normal' | 'everything' | null; kinds?: KindChoice[] | null; quiet?: QuietHours | null; digestHour?: number | null }

type PointsBreakdownParams = { user: string; season?: number | null }

type PointsMineParams = { user?: string | null; season?: number | null; cursor?: string | null; rule?: string | null }

type PointsEntry = { seq: number; season: number; at: string; amount: number; kind: string; rule?: string | null; sentence?: string | null; provisional: boolean; issue?: number | null; reason?: string | null; hash?: string | null }

type PointsAnswer = { entries: PointsEntry[]; next?: unknown; season: number }

type Accepted = { kind: 'privacy' | 'terms' | 'rules'; version: number }

type PolicyAcceptParams = { accept: Accepted[] }

type PolicyPageParams = { kind: 'privacy' | 'terms' | 'rules'; version?: number | null }

type ProfileParams = { username: string }

type Product = { name: string; shortName: string; url?: string | null }

type Area = { key: string; name: string }

type BuildRow = { id: string; channel: 'web' | 'contracts' | 'mobile'; version: string; ordinal: number; state: string; releasedAt?: string | null }

type SeasonRef = { number: number; name: string; startsAt?: string | null; endsAt?: string | null; state: string }

type PromiseSettings = { isSet: boolean; firstResponseS1h: number; firstResponseH: number; decisionDays: number; answerDays: number }

type DailyLimits = { reportsPerDay?: number | null; commentsPerDay?: number | null; votesPerDay?: number | null; proposalsPerDay?: number | null }

type UploadLimits = { imageBytes: number; textBytes: number; perReport: number; perComment: number }

type ProgrammeAnswer = { product: Product; areas: Area[]; severityWords: Record<string, string>; statusWords: Record<string, Record<string, string>>; resolutionWords: Record<string, Record<string, string>>; builds: BuildRow[]; season?: SeasonRef | null; ruleSetVersion: number; readOnly: boolean; securityContact?: string | null; timeZone: string; promise: PromiseSettings; spamPenalty: number; limits: DailyLimits; uploads: UploadLimits }

type PushDevicesParams = { endpoint?: string | null }

type SubscriptionKeys = { p256dh: string; auth: string }

type Subscription = { endpoint: string; expirationTime?: number | null; keys: SubscriptionKeys }

type PushSubscribeParams = { subscription: Subscription; userAgent?: string | null; again?: boolean }

type PushUnsubscribeParams = { endpoint?: string | null; id?: string | null }

type RewardFileParams = { export: string; kind: 'season' | 'tree' | 'amounts' | 'safe_csv' | 'safe_json' | 'disperse' | 'sablier'; part?: number | null }

type RewardSeasonParams = { season?: number | null }

type RewardLeaf = { index: number; hash: string; proof?: string[] }

type MyReward = { export: unknown; decision?: string | null; why?: string | null; amount?: string | null; address?: string | null; points?: number | null; rank?: number | null; people?: number | null; leaf?: RewardLeaf | null }

type MyRewardsAnswer = { rows: MyReward[] }

type AnswerParams = { id: string; body: string }

type RulesCalculateParams = { kind: 'bug' | 'friction' | 'idea'; severity?: 'S1' | 'S2' | 'S3' | 'S4' | null; quality?: 'A' | 'B' | 'C'; position: number }

type SavedViewRemoveParams = { id: string }

type SavedViewSaveParams = { id?: string | null; name: string; query: string; sort?: string | null; shared?: boolean }

type SearchIssuesParams = { query?: string; sort?: string | null; cursor?: string | null; limit?: number | null }

type IssueListAnswer = { rows: IssueRow[]; next?: string | null; total?: number | null; totalIsFloor?: boolean | null }

type SetupCheckTokenParams = { token: string }

type Person = { username: string; password: string; email?: string | null }

type Names = { name: string; shortName: string }

type SetupCompleteParams = { token: string; administrator: Person; product: Names }

type SimilarFindParams = { title: string; body?: string; kind?: 'bug' | 'friction' | 'idea' | null; exclude?: number | null; limit?: number | null; evidence?: string | null }

type SimilarAnswer = { rows: SimilarRow[]; timedOut: boolean }

type StandingPlotsParams = { season?: number | null }

type HistogramBin = { from: number; to: number; count: number }

type RankOfDay = { day: string; rank: number }

type RulesOfWeek = { week: string; byRule: Record<string, number> }

type StandingPlotsAnswer = { histogram: HistogramBin[]; mine?: number | null; rankSeries: RankOfDay[]; byRuleWeekly: RulesOfWeek[] }

type StandingsAroundParams = { season?: number | null; radius?: number | null }

type StandingsAroundAnswer = { rows: StandingRow[]; me?: StandingRow | null }

type StandingsFindParams = { season?: number | null; name: string }

type StandingsFindAnswer = { rows: StandingRow[] }

type StandingsTopParams = { season?: number | null; page?: number | null }

type StandingsTopAnswer = { season: number; ruleSetVersion: number; total: number; asOf?: string | null; rows: StandingRow[]; checkpoint?: unknown; me?: StandingRow | null }

type SubmissionBlockedParams = { submission: string; issue: number }

type SubmissionSaveParams = { submission: string; answers: Record<string, unknown> }

type SubmissionAnswer = { submission: SubmissionView }

type SubmissionStartParams = { mission: string }

type SubmissionId = { submission: string }

type WidgetDeviceId = { id: string }

/** The functions that testers may call. */
export interface Functions {
  /** Data export: everything that is stored about the caller. */
  accountData: {
    params: AccountDataParams
    result: unknown
  }
  /** Deleting the caller's account. */
  accountDelete: {
    params: DeleteParams
    result: unknown
  }
  /** Deleting the caller's account. */
  accountDeletion: {
    params: Record<string, never>
    result: unknown
  }
  /** Deleting the caller's account. */
  accountDeletionCancel: {
    params: Record<string, never>
    result: unknown
  }
  /** Confirming that the account which used a link is the caller's, or retrying a link that the service refused. */
  accountLinkConfirm: {
    params: AccountLinkParams
    result: unknown
  }
  /** Finishing a link after the service's own page. */
  accountLinkFinish: {
    params: Finish
    result: unknown
  }
  /** Unlinks the caller's account at a service, and ends a link that was started. */
  accountLinkRemove: {
    params: AccountLinkParams
    result: unknown
  }
  /** Starts a link: returns the address to open, or the code to type there. */
  accountLinkStart: {
    params: AccountLinkParams
    result: unknown
  }
  /** Returns which accounts are linked, and which wait for confirmation. */
  accountLinks: {
    params: Record<string, never>
    result: unknown
  }
  /** Reading announcements. */
  announcementGet: {
    params: AnnouncementGetParams
    result: unknown
  }
  /** Reading announcements. */
  announcementList: {
    params: AnnouncementListParams
    result: unknown
  }
  /** Appeals: a tester appeals against a decision about them, once, and within the time limit. */
  appealOpen: {
    params: OpenParams
    result: unknown
  }
  /** Appeals: a tester appeals against a decision about them, once, and within the time limit. */
  appealWithdraw: {
    params: WithdrawParams
    result: unknown
  }
  /** Files of reports and comments. */
  attachmentAdd: {
    params: AttachmentAddParams
    result: unknown
  }
  /** Files of reports and comments. */
  attachmentRemove: {
    params: AttachmentRemoveParams
    result: unknown
  }
  /** Builds of the product under test. */
  builds: {
    params: Record<string, never>
    result: unknown
  }
  /** One cluster with all its details. */
  clusterGet: {
    params: ClusterGetParams
    result: unknown
  }
  /** Listing failure clusters, most frequent first. */
  clusterList: {
    params: ClusterListParams
    result: unknown
  }
  /** Adding a comment. */
  commentAdd: {
    params: CommentAddParams
    result: unknown
  }
  /** Editing and removing comments. Earlier texts are kept for administrators. */
  commentDelete: {
    params: CommentDeleteParams
    result: unknown
  }
  /** Editing and removing comments. Earlier texts are kept for administrators. */
  commentEdit: {
    params: CommentEditParams
    result: unknown
  }
  /** The contracts of the product under test. */
  contracts: {
    params: NetworkParams
    result: unknown
  }
  /** Statistics: where users tested, how swaps failed there, and how accurate quotes were. */
  coverageMatrix: {
    params: CoverageMatrixParams
    result: unknown
  }
  /** The dashboard of testers. */
  dashboardTester: {
    params: Record<string, never>
    result: unknown
  }
  /** Actions of owners on their evidence: looking it up again, sharing it, attaching it to an issue. */
  evidenceAttach: {
    params: EvidenceAttachParams
    result: EvidenceAnswer
  }
  /** Texts that repeat a failed transaction elsewhere, for users who may see its hash. */
  evidenceCopies: {
    params: EvidenceCopiesParams
    result: EvidenceCopiesAnswer
  }
  /** One piece of evidence, similar ones, and a draft of a report from it. */
  evidenceGet: {
    params: EvidenceGetParams
    result: EvidencePageAnswer
  }
  /** All evidence of an issue and its duplicates. */
  evidenceOfIssue: {
    params: EvidenceOfIssueParams
    result: EvidenceListAnswer
  }
  /** Adding evidence: a hash, a link, an error, or a quote. It is explained at once if no RPC endpoint is needed, and by the worker otherwise. */
  evidencePreview: {
    params: EvidencePreviewParams
    result: EvidenceAnswer
  }
  /** Actions of owners on their evidence: looking it up again, sharing it, attaching it to an issue. */
  evidenceRefresh: {
    params: EvidenceRefreshParams
    result: EvidenceAnswer
  }
  /** Actions of owners on their evidence: looking it up again, sharing it, attaching it to an issue. */
  evidenceShare: {
    params: EvidenceShareParams
    result: EvidenceAnswer
  }
  /** Answers a question about a failed call without a report: it was fine, or no more questions. */
  failureAnswer: {
    params: FailureAnswerParams
    result: unknown
  }
  /** The failure classes, for an administrator to choose from. */
  failureClasses: {
    params: Record<string, never>
    result: unknown
  }
  /** Returns whether the caller is asked about failed calls of their linked wallets. */
  failureQuestions: {
    params: Record<string, never>
    result: unknown
  }
  /** Statistics: where users tested, how swaps failed there, and how accurate quotes were. */
  failureStats: {
    params: FailureStatsParams
    result: unknown
  }
  /** Fix checks: a tester answers whether a fix works. */
  fixCheckSubmit: {
    params: FixCheckSubmitParams
    result: unknown
  }
  /** What a page recorded before a report: wallet calls, console lines, the quote, the environment. */
  issueContext: {
    params: IssueContextParams
    result: unknown
  }
  /** Editing a report: by its reporter before triage, by administrators at any time. */
  issueEdit: {
    params: IssueEditParams
    result: IssueAnswer
  }
  /** One issue with all its details. */
  issueGet: {
    params: IssueNumber
    result: IssuePageAnswer
  }
  /** Duplicate proposals: testers propose, administrators decide. */
  issueProposeDuplicate: {
    params: IssueProposeDuplicateParams
    result: unknown
  }
  /** Reopening an issue. */
  issueReopen: {
    params: IssueReopenParams
    result: unknown
  }
  /** Submitting a report. */
  issueSubmit: {
    params: IssueSubmitParams
    result: SubmittedAnswer
  }
  /** The comments and events of an issue, in chronological order. */
  issueTimeline: {
    params: IssueTimelineParams
    result: TimelineAnswer
  }
  /** "Affects me too": one vote per account, counted per person. */
  issueUnvote: {
    params: IssueNumber
    result: unknown
  }
  /** "Affects me too": one vote per account, counted per person. */
  issueVote: {
    params: IssueVoteParams
    result: unknown
  }
  /** Watching an issue, for all updates or status changes. */
  issueWatch: {
    params: WatchParams
    result: unknown
  }
  /** Withdrawing a report, by its reporter. */
  issueWithdraw: {
    params: IssueNumber
    result: unknown
  }
  /** Verifying the ledger of a season, entry by entry. */
  ledgerVerify: {
    params: LedgerVerifyParams
    result: unknown
  }
  /** Retries an address that was disabled. */
  mailRetryAddress: {
    params: Record<string, never>
    result: unknown
  }
  /** Unsubscribes. The link is the only proof that is needed, and allows nothing else. Idempotent. */
  mailUnsubscribe: {
    params: MailUnsubscribeParams
    result: unknown
  }
  /** Shows what a link would stop. Changes nothing, because mail scanners follow links too. */
  mailUnsubscribeLink: {
    params: MailUnsubscribeLinkParams
    result: unknown
  }
  /** The ledger for users: their own entries, and the public list of manual ones. */
  manualEntries: {
    params: ManualEntriesParams
    result: unknown
  }
  /** The payout address of a user: one of their linked wallets, or none. */
  memberPayout: {
    params: Record<string, never>
    result: unknown
  }
  /** The payout address of a user: one of their linked wallets, or none. */
  memberPayoutSet: {
    params: MemberPayoutSetParams
    result: unknown
  }
  /** Personal preferences: language, time zone, privacy and single-key shortcuts. */
  memberPrefsSet: {
    params: MemberPrefsSetParams
    result: unknown
  }
  /** Listing missions, for testers. */
  missionGet: {
    params: MissionGetParams
    result: MissionAnswer
  }
  /** Listing missions, for testers. */
  missionList: {
    params: MissionListParams
    result: MissionListAnswer
  }
  /** Decisions about the caller's own accounts: their kinds, never the facts behind them. */
  myFairness: {
    params: Record<string, never>
    result: MyFairnessAnswer
  }
  /** The caller's standing, and its history. */
  myStanding: {
    params: MyStandingParams
    result: MyStandingAnswer
  }
  /** Listing the networks. */
  networks: {
    params: Record<string, never>
    result: unknown
  }
  /** A user's open notifications and news. */
  notificationCount: {
    params: Record<string, never>
    result: NotificationCountAnswer
  }
  /** Marking notifications as read or done. */
  notificationDone: {
    params: NotificationDoneParams
    result: unknown
  }
  /** A user's open notifications and news. */
  notificationList: {
    params: NotificationListParams
    result: NotificationsAnswer
  }
  /** Marking notifications as read or done. */
  notificationRead: {
    params: NotificationReadParams
    result: unknown
  }
  /** The notification preferences of a user. */
  notifyPreferencesGet: {
    params: Record<string, never>
    result: unknown
  }
  /** Setting one's notification preferences. */
  notifyPreferencesSet: {
    params: NotifyPreferencesSetParams
    result: unknown
  }
  /** The ledger for users: their own entries, and the public list of manual ones. */
  pointsBreakdown: {
    params: PointsBreakdownParams
    result: unknown
  }
  /** The ledger for users: their own entries, and the public list of manual ones. */
  pointsMine: {
    params: PointsMineParams
    result: PointsAnswer
  }
  /** The published pages, and those that the caller still has to accept. */
  policies: {
    params: Record<string, never>
    result: unknown
  }
  /** Accepts the newest versions of pages, and returns the kinds that are still missing. */
  policyAccept: {
    params: PolicyAcceptParams
    result: unknown
  }
  /** A version of a page with its text, and the other versions. */
  policyPage: {
    params: PolicyPageParams
    result: unknown
  }
  /** The public profile of a user. */
  profile: {
    params: ProfileParams
    result: unknown
  }
  /** The public settings of the programme: names, labels, areas, builds, limits. */
  programme: {
    params: Record<string, never>
    result: ProgrammeAnswer
  }
  /** The browsers of a user that receive push messages. */
  pushDevices: {
    params: PushDevicesParams
    result: unknown
  }
  /** Turning pushes on and off in a browser. */
  pushKey: {
    params: Record<string, never>
    result: unknown
  }
  /** Turning pushes on and off in a browser. */
  pushSubscribe: {
    params: PushSubscribeParams
    result: unknown
  }
  /** Browser push: subscriptions and sending. */
  pushTest: {
    params: Record<string, never>
    result: unknown
  }
  /** Turning pushes on and off in a browser. */
  pushUnsubscribe: {
    params: PushUnsubscribeParams
    result: unknown
  }
  /** The files of a payout, downloaded in parts. */
  rewardFile: {
    params: RewardFileParams
    result: unknown
  }
  /** Payouts in the form for clients. */
  rewardList: {
    params: RewardSeasonParams
    result: unknown
  }
  /** The caller's payouts, and the proofs for claiming them. */
  rewardMine: {
    params: RewardSeasonParams
    result: MyRewardsAnswer
  }
  /** Decisions about the caller's own accounts: their kinds, never the facts behind them. */
  riskAnswer: {
    params: AnswerParams
    result: unknown
  }
  /** Rule sets: reading, previewing, publishing. */
  rules: {
    params: Record<string, never>
    result: unknown
  }
  /** Rule sets: reading, previewing, publishing. */
  rulesCalculate: {
    params: RulesCalculateParams
    result: unknown
  }
  /** Saved searches. */
  savedViewRemove: {
    params: SavedViewRemoveParams
    result: unknown
  }
  /** Saved searches. */
  savedViewSave: {
    params: SavedViewSaveParams
    result: unknown
  }
  /** Saved searches. */
  savedViews: {
    params: Record<string, never>
    result: unknown
  }
  /** Searching and listing issues. */
  searchIssues: {
    params: SearchIssuesParams
    result: IssueListAnswer
  }
  /** Starts and ends seasons on time. */
  seasons: {
    params: Record<string, never>
    result: unknown
  }
  /** First setup: a one-time token, the first administrator, the names. */
  setupCheckToken: {
    params: SetupCheckTokenParams
    result: unknown
  }
  /** First setup: a one-time token, the first administrator, the names. */
  setupComplete: {
    params: SetupCompleteParams
    result: unknown
  }
  /** First setup: a one-time token, the first administrator, the names. */
  setupState: {
    params: Record<string, never>
    result: unknown
  }
  /** Similar reports, suggested while a user types. */
  similarFind: {
    params: SimilarFindParams
    result: SimilarAnswer
  }
  /** Charts of a season: the distribution of totals, one's own progress, and the sources of points. */
  standingPlots: {
    params: StandingPlotsParams
    result: StandingPlotsAnswer
  }
  /** Standings and ranks. */
  standingsAround: {
    params: StandingsAroundParams
    result: StandingsAroundAnswer
  }
  /** Standings and ranks. */
  standingsFind: {
    params: StandingsFindParams
    result: StandingsFindAnswer
  }
  /** A page of the leaderboard, cached for its many readers. */
  standingsTop: {
    params: StandingsTopParams
    result: StandingsTopAnswer
  }
  /** Blocked submissions: a tester names the issue that blocks them, and is paid a part when it is confirmed. */
  submissionBlocked: {
    params: SubmissionBlockedParams
    result: unknown
  }
  /** Doing the steps of a mission, and submitting. */
  submissionSave: {
    params: SubmissionSaveParams
    result: SubmissionAnswer
  }
  /** Starting a mission, and withdrawing. */
  submissionStart: {
    params: SubmissionStartParams
    result: SubmissionAnswer
  }
  /** Doing the steps of a mission, and submitting. */
  submissionSubmit: {
    params: SubmissionId
    result: SubmissionAnswer
  }
  /** Starting a mission, and withdrawing. */
  submissionWithdraw: {
    params: SubmissionId
    result: SubmissionAnswer
  }
  /** Tokens that the product under test swaps, and their peculiarities. */
  tokens: {
    params: NetworkParams
    result: unknown
  }
  /** Administrators who have the same issue open. */
  triageLeave: {
    params: IssueNumber
    result: unknown
  }
  /** Administrators who have the same issue open. */
  triageLook: {
    params: IssueNumber
    result: unknown
  }
  /** The pages that report in a tester's name, as the tester sees and ends them. */
  widgetDeviceEnd: {
    params: WidgetDeviceId
    result: unknown
  }
  /** The pages that report in a tester's name, as the tester sees and ends them. */
  widgetDevices: {
    params: Record<string, never>
    result: unknown
  }
}
