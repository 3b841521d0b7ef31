import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  BadgeCheck,
  Bell,
  Box,
  Cable,
  CircleDot,
  CircleQuestionMark,
  Clock,
  Fingerprint,
  Flame,
  Gem,
  GitMerge,
  History,
  Lock,
  type LucideIcon,
  MessageSquare,
  Scale,
  Timer,
  TrendingUp,
  TriangleAlert,
  Undo2,
  UserRound,
  Webhook,
  Wrench,
} from 'lucide-react'

interface Kind {
  Icon: LucideIcon
  /** The colour of its icon where something waits. */
  tone: string
  /** What people call it where they choose what reaches them. */
  label: MessageDescriptor
  hint?: MessageDescriptor
}

const QUIET = 'text-ink-3'

/** Everything that people are notified of, in the order of the list of choices. */
export const KINDS: Record<string, Kind> = {
  fix_check: {
    Icon: Wrench,
    tone: 'text-success',
    label: msg`Please check a fix`,
    hint: msg`reporter, people with proof`,
  },
  info_asked: {
    Icon: CircleQuestionMark,
    tone: 'text-warning',
    label: msg`A question from the team`,
    hint: msg`about my report`,
  },
  failure_question: {
    Icon: TriangleAlert,
    tone: 'text-warning',
    label: msg`A transaction of mine failed`,
    hint: msg`if I chose to be asked`,
  },
  submission_returned: { Icon: Undo2, tone: 'text-warning', label: msg`A mission needs changes` },
  appeal_answered: { Icon: Scale, tone: QUIET, label: msg`My appeal is answered` },
  points_reversed: { Icon: Undo2, tone: 'text-warning', label: msg`Points reversed` },
  account_changed: { Icon: UserRound, tone: 'text-warning', label: msg`Account status` },
  admin_s1: { Icon: Flame, tone: 'text-danger', label: msg`New report claimed critical` },
  admin_private: { Icon: Lock, tone: 'text-danger', label: msg`Private report` },
  admin_regression: { Icon: History, tone: 'text-danger', label: msg`Regression` },
  admin_cluster: {
    Icon: Fingerprint,
    tone: 'text-warning',
    label: msg`Many people hit the same failure`,
    hint: msg`10 within an hour`,
  },
  admin_failure_rate: {
    Icon: TrendingUp,
    tone: 'text-danger',
    label: msg`A failure rate has doubled`,
    hint: msg`of a network or the newest build`,
  },
  admin_promise: { Icon: Timer, tone: 'text-warning', label: msg`Response target at risk` },
  admin_webhook: { Icon: Webhook, tone: 'text-warning', label: msg`A webhook or an integration fails` },
  admin_network: { Icon: Cable, tone: 'text-warning', label: msg`A network is down` },
  admin_appeal: { Icon: Scale, tone: 'text-warning', label: msg`An appeal is opened` },
  admin_tracker: { Icon: GitMerge, tone: 'text-info', label: msg`A tracker proposes a decision` },
  issue_news: {
    Icon: CircleDot,
    tone: QUIET,
    label: msg`Confirmed, fixed, verified, closed, merged`,
    hint: msg`reports I made or watch`,
  },
  comment_staff: { Icon: MessageSquare, tone: QUIET, label: msg`Comment by the team` },
  comment: { Icon: MessageSquare, tone: QUIET, label: msg`Comment by others` },
  mention: { Icon: MessageSquare, tone: QUIET, label: msg`I am mentioned` },
  evidence_finished: {
    Icon: Clock,
    tone: QUIET,
    label: msg`Proof finished`,
    hint: msg`a stuck transaction is resolved`,
  },
  points_settled: { Icon: Gem, tone: QUIET, label: msg`Points settled` },
  release: { Icon: Box, tone: QUIET, label: msg`New build with fixes for my reports` },
  rules_season: { Icon: Scale, tone: QUIET, label: msg`Rules, season or programme news` },
  payout: { Icon: Gem, tone: QUIET, label: msg`I receive a payout` },
  mission: { Icon: BadgeCheck, tone: QUIET, label: msg`A mission opens, ends soon or is done` },
  badge_level: { Icon: BadgeCheck, tone: QUIET, label: msg`New level` },
}

const UNKNOWN: Kind = { Icon: Bell, tone: QUIET, label: msg`Something else` }

/** A kind that this app does not know yet is one all the same. */
export const kindOf = (kind: string): Kind => KINDS[kind] ?? UNKNOWN
