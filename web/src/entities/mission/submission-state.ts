// Where a mission and a submission stand, worked out from what the server says. Nothing here decides anything.
import type { Mission, Progress, Step, Submission, SubmissionState } from '#/entities/mission/schema'

/** Under way: the tester holds a place and has something to do, or waits for an answer. */
const ACTIVE = new Set<SubmissionState>([
  'started',
  'checking',
  'needs_review',
  'blocked',
  'approved_partial',
])

export const isActive = (mine: Submission | null): mine is Submission =>
  mine !== null && (ACTIVE.has(mine.state) || (mine.state === 'rejected' && mine.triesLeft > 0))

/** What stops a start; networks and wallets are hints. */
const HINTS = new Set(['network', 'wallet'])
export const stopsOf = ({ why }: Pick<Mission, 'why'>) => why.filter(key => !HINTS.has(key))

const OPEN: Progress = { state: 'open', at: null, evidence: null, hash: null, reason: null, sentence: null }

export const progressOfStep = (step: Step, mine: Submission | null): Progress =>
  mine?.progress[step.id] ?? OPEN

const DONE = new Set<Progress['state']>(['done', 'passed'])
/** Handing in is possible: what a machine still looks at is looked at then. */
const READY = new Set<Progress['state']>(['done', 'passed', 'checking', 'undecided'])

export const isDone = (progress: Progress) => DONE.has(progress.state)

/** How many steps are done. */
export const doneSteps = (mission: Mission): number =>
  mission.steps.filter(step => isDone(progressOfStep(step, mission.mine))).length

/** The steps that must be done before it can be handed in, and are not. */
export const missingSteps = (mission: Mission): Step[] =>
  mission.steps.filter(step => step.required && !READY.has(progressOfStep(step, mission.mine).state))

/** The step to do next: the first that is open; an optional one is skipped for one that is needed. */
export function currentStep(mission: Mission): string | null {
  if (mission.mine?.state !== 'started') return null
  const open = mission.steps.filter(step => !READY.has(progressOfStep(step, mission.mine).state))
  return (open.find(({ required }) => required) ?? open[0])?.id ?? null
}

/** What can be done about a mission, in one word. */
export type MissionAction = 'start' | 'continue' | 'again' | 'finish' | 'look' | 'none'

export function nextAction(mission: Mission): MissionAction {
  const { mine } = mission
  const stopped = stopsOf(mission).some(key => key !== 'full' && key !== 'trust')
  switch (mine?.state) {
    case 'started':
      return 'continue'
    case 'rejected':
      return mine.triesLeft > 0 && !stopped ? 'again' : 'look'
    case 'approved_partial':
      return stopped ? 'look' : 'finish'
    case 'checking':
    case 'needs_review':
    case 'blocked':
    case 'approved':
    case 'revoked':
      return 'look'
    case 'withdrawn':
    case 'expired':
    case undefined:
      return stopsOf(mission).length === 0 && mission.state === 'live' ? 'start' : 'none'
  }
}

/** A transaction that did not pass is watched on: a better one may take its place. */
const AT_WORK = new Set<Progress['state']>(['watching', 'checking', 'failed'])

/** Whether the server is at work on it, so that its answer comes without anybody pressing anything. */
export const isAwaited = (mine: Submission | null): boolean =>
  mine !== null &&
  (mine.state === 'checking' ||
    (mine.state === 'started' && Object.values(mine.progress).some(({ state }) => AT_WORK.has(state))))
