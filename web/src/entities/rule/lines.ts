// What each number of the rules is called, and in which order they are shown.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { RuleUnit } from '#/entities/rule/unit'

export interface RuleLine {
  /** Where the number stands in the rules, as the server names it: `bug.S1`, `coFinderShares.2`. */
  path: string
  /** The rule that entries of the ledger name; left out where none does. */
  rule?: string
  label: MessageDescriptor
  unit: RuleUnit
  /** Points are lost by it. */
  costs?: boolean
}

/** Every number that something is paid by, in the order people ask for them. */
export const RULE_GROUPS: { title: MessageDescriptor; lines: RuleLine[] }[] = [
  {
    title: msg`Reports`,
    lines: [
      { path: 'bug.S1', rule: 'bug.S1', label: msg`confirmed, Critical`, unit: 'points' },
      { path: 'bug.S2', rule: 'bug.S2', label: msg`confirmed, Major`, unit: 'points' },
      { path: 'bug.S3', rule: 'bug.S3', label: msg`confirmed, Minor`, unit: 'points' },
      { path: 'bug.S4', rule: 'bug.S4', label: msg`confirmed, Trivial`, unit: 'points' },
      { path: 'friction.points', rule: 'friction.accepted', label: msg`friction accepted`, unit: 'points' },
      { path: 'ideaAccepted', rule: 'idea.accepted', label: msg`idea accepted`, unit: 'points' },
      { path: 'ideaShipped', rule: 'idea.shipped', label: msg`idea shipped, to its finder`, unit: 'points' },
    ],
  },
  {
    title: msg`Quality`,
    lines: [
      { path: 'quality.A', label: msg`A: everything needed to repeat it`, unit: 'factor' },
      { path: 'quality.B', label: msg`B: clear, one thing missing`, unit: 'factor' },
      { path: 'quality.C', label: msg`C: had to be asked for`, unit: 'factor' },
    ],
  },
  {
    title: msg`Who shares a reward pool`,
    lines: [
      { path: 'coFinderShares.1', label: msg`second person to report it`, unit: 'share' },
      { path: 'coFinderShares.2', label: msg`third`, unit: 'share' },
      { path: 'coFinderShares.3', label: msg`fourth`, unit: 'share' },
      { path: 'coFinderShares.4', label: msg`fifth`, unit: 'share' },
      { path: 'coFinderShares.5', label: msg`sixth`, unit: 'share' },
      { path: 'settleDays', label: msg`settled after, unless fixed before`, unit: 'days' },
    ],
  },
  {
    title: msg`Helping`,
    lines: [
      {
        path: 'fixCheck.points',
        rule: 'fix.check',
        label: msg`check agrees with the outcome`,
        unit: 'points',
      },
      { path: 'duplicate.points', rule: 'triage.duplicate', label: msg`proposal accepted`, unit: 'points' },
      { path: 'helpful.points', rule: 'comment.helpful', label: msg`marked by an admin`, unit: 'points' },
      {
        path: 'coverage.points',
        rule: 'bug.coverage',
        label: msg`first proof from a new network and wallet`,
        unit: 'points',
      },
      {
        path: 'regressionBps',
        rule: 'bug.regression',
        label: msg`evidence that a fix does not hold, of the reward pool`,
        unit: 'share',
      },
    ],
  },
  {
    title: msg`Limits`,
    lines: [
      { path: 'bugS4PerDay', label: msg`Trivial bugs that pay, per person and day`, unit: 'times' },
      { path: 'friction.perDay', label: msg`friction per person and day`, unit: 'times' },
      { path: 'ideaPerWeek', label: msg`ideas per person and week`, unit: 'times' },
      { path: 'fixCheck.perDay', label: msg`checks per person and day`, unit: 'times' },
      { path: 'fixCheckPersons', label: msg`persons paid per issue and build`, unit: 'times' },
      { path: 'coverage.perDay', label: msg`first proofs per person and day`, unit: 'times' },
      {
        path: 'coveragePerIssue',
        label: msg`combinations of network and wallet paid per issue`,
        unit: 'times',
      },
      { path: 'duplicate.perDay', label: msg`proposals per person and day`, unit: 'times' },
      { path: 'helpful.perDay', label: msg`helpful comments per person and day`, unit: 'times' },
    ],
  },
  {
    title: msg`What costs points`,
    lines: [
      { path: 'spamPenalty', rule: 'spam', label: msg`closed as spam`, unit: 'points', costs: true },
      { path: 'abuseMost', rule: 'abuse', label: msg`abuse, at most`, unit: 'points', costs: true },
    ],
  },
  {
    title: msg`Trust`,
    lines: [
      { path: 'trust.knownAccepted', label: msg`accepted reports for level 1`, unit: 'times' },
      { path: 'trust.reliableAccepted', label: msg`accepted reports for level 2`, unit: 'times' },
      { path: 'trust.reliableBps', label: msg`accuracy for level 2`, unit: 'share' },
      { path: 'trust.expertAccepted', label: msg`accepted reports for level 3`, unit: 'times' },
      { path: 'trust.expertBps', label: msg`accuracy for level 3`, unit: 'share' },
    ],
  },
]

export const RULE_LINES = RULE_GROUPS.flatMap(({ lines }) => lines)
