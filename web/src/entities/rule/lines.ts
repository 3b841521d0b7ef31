// What each number of the rules is called, and in which order they are shown.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { RuleUnit } from '#/entities/rule/unit'

export interface RuleLine {
  /** Where the number is in the rules, as the server names it: `bug.S1`, `coFinderShares.2`. */
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
      { path: 'bug.S1', rule: 'bug.S1', label: msg`Confirmed, Critical`, unit: 'points' },
      { path: 'bug.S2', rule: 'bug.S2', label: msg`Confirmed, Major`, unit: 'points' },
      { path: 'bug.S3', rule: 'bug.S3', label: msg`Confirmed, Minor`, unit: 'points' },
      { path: 'bug.S4', rule: 'bug.S4', label: msg`Confirmed, Trivial`, unit: 'points' },
      { path: 'friction.points', rule: 'friction.accepted', label: msg`Friction accepted`, unit: 'points' },
      { path: 'ideaAccepted', rule: 'idea.accepted', label: msg`Idea accepted`, unit: 'points' },
      { path: 'ideaShipped', rule: 'idea.shipped', label: msg`Idea shipped, to its finder`, unit: 'points' },
    ],
  },
  {
    title: msg`Quality`,
    lines: [
      { path: 'quality.A', label: msg`A: everything needed to repeat it`, unit: 'factor' },
      { path: 'quality.B', label: msg`B: clear, one thing missing`, unit: 'factor' },
      { path: 'quality.C', label: msg`C: details had to be requested`, unit: 'factor' },
    ],
  },
  {
    title: msg`Sharing a reward pool`,
    lines: [
      { path: 'coFinderShares.1', label: msg`Second person to report it`, unit: 'share' },
      { path: 'coFinderShares.2', label: msg`Third`, unit: 'share' },
      { path: 'coFinderShares.3', label: msg`Fourth`, unit: 'share' },
      { path: 'coFinderShares.4', label: msg`Fifth`, unit: 'share' },
      { path: 'coFinderShares.5', label: msg`Sixth`, unit: 'share' },
      { path: 'settleDays', label: msg`Settled after, unless fixed before`, unit: 'days' },
    ],
  },
  {
    title: msg`Helping`,
    lines: [
      {
        path: 'fixCheck.points',
        rule: 'fix.check',
        label: msg`Fix check agrees with the outcome`,
        unit: 'points',
      },
      {
        path: 'thanks.points',
        rule: 'thanks',
        label: msg`Thanks: helpful comment, accepted duplicate proposal, first proof from a new network and wallet`,
        unit: 'points',
      },
      {
        path: 'regressionBps',
        rule: 'bug.regression',
        label: msg`Proof that a fix does not work, share of the reward pool`,
        unit: 'share',
      },
    ],
  },
  {
    title: msg`Limits`,
    lines: [
      { path: 'bugS4PerDay', label: msg`Trivial bugs that pay, per person and day`, unit: 'times' },
      { path: 'friction.perDay', label: msg`Friction per person and day`, unit: 'times' },
      { path: 'ideaPerWeek', label: msg`Ideas per person and week`, unit: 'times' },
      { path: 'fixCheck.perDay', label: msg`Checks per person and day`, unit: 'times' },
      { path: 'fixCheckPersons', label: msg`People paid per issue and build`, unit: 'times' },
      { path: 'thanks.perDay', label: msg`Thanks per person and day`, unit: 'times' },
    ],
  },
  {
    title: msg`Deductions`,
    lines: [
      { path: 'spamPenalty', rule: 'spam', label: msg`Closed as spam`, unit: 'points', costs: true },
      { path: 'abuseMost', rule: 'abuse', label: msg`Abuse, at most`, unit: 'points', costs: true },
    ],
  },
  {
    title: msg`Trust`,
    lines: [
      { path: 'trust.knownAccepted', label: msg`Accepted reports for level 1`, unit: 'times' },
      { path: 'trust.reliableAccepted', label: msg`Accepted reports for level 2`, unit: 'times' },
      { path: 'trust.reliableBps', label: msg`Accuracy for level 2`, unit: 'share' },
      { path: 'trust.expertAccepted', label: msg`Accepted reports for level 3`, unit: 'times' },
      { path: 'trust.expertBps', label: msg`Accuracy for level 3`, unit: 'share' },
    ],
  },
]

export const RULE_LINES = RULE_GROUPS.flatMap(({ lines }) => lines)
