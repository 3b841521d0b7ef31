// A mission as it is written: fields hold what was typed, and become what the server takes when it is saved.
import { type Check, checkFault, checkParams } from '#/entities/mission/check'
import type { Mission, MissionKind, MissionState, QuestionType, StepType } from '#/entities/mission/schema'

export const MOST_STEPS = 12
export const POINTS = { least: 5, most: 200 }
export const TITLE = { least: 8, most: 100 }
export const BRIEF = 4000
export const STEP_TEXT = 500

export interface DraftQuestion {
  type: QuestionType
  /** One in each line. */
  options: string
  min: string
  max: string
}

export interface DraftStep {
  id: string
  text: string
  type: StepType
  required: boolean
  question: DraftQuestion
  check: Check
}

export interface Draft {
  title: string
  brief: string
  kind: MissionKind
  points: string
  minutes: string
  season: number | null
  opensAt: string | null
  closesAt: string | null
  capacity: string
  minTrust: number
  build: string
  networks: string[]
  review: Mission['review']['mode']
  percent: string
  steps: DraftStep[]
}

export const emptyQuestion: DraftQuestion = { type: 'text', options: '', min: '', max: '' }

export const emptyCheck = (network = ''): Check => ({
  network,
  toRole: 'router',
  method: null,
  event: 'swap',
  tokenIn: null,
  tokenOut: null,
  minAmount: null,
  maxAmount: null,
  status: 'success',
  sinceStart: true,
  ownerMatch: 'yes',
  names: null,
})

/** A name that no other step has. */
function freeId(steps: Pick<DraftStep, 'id'>[]): string {
  let number = steps.length + 1
  while (steps.some(({ id }) => id === `s${number}`)) number += 1
  return `s${number}`
}

export const newStep = (steps: DraftStep[], type: StepType = 'do'): DraftStep => ({
  id: freeId(steps),
  text: '',
  type,
  required: true,
  question: emptyQuestion,
  check: emptyCheck(),
})

const number = (value: number | null) => (value === null ? '' : String(value))

/** What an editor begins with; without a mission, an empty one. */
export function draftOf(mission: Mission | null): Draft {
  if (!mission)
    return {
      title: '',
      brief: '',
      kind: 'guided',
      points: '20',
      minutes: '',
      season: null,
      opensAt: null,
      closesAt: null,
      capacity: '',
      minTrust: 0,
      build: '',
      networks: [],
      review: 'auto',
      percent: '10',
      steps: [newStep([])],
    }
  return {
    title: mission.title,
    brief: mission.brief,
    kind: mission.kind,
    points: String(mission.points),
    minutes: number(mission.minutes),
    season: mission.season,
    opensAt: mission.opensAt,
    closesAt: mission.closesAt,
    capacity: number(mission.capacity),
    minTrust: mission.minTrust,
    build: mission.build?.id ?? '',
    networks: mission.networks.map(({ id }) => id),
    review: mission.review.mode,
    percent: number(mission.review.percent ?? 10),
    steps: mission.steps.map(({ id, text, type, required, question, check }) => ({
      id,
      text,
      type,
      required,
      question: question
        ? {
            type: question.type,
            options: question.options.join('\n'),
            min: number(question.min),
            max: number(question.max),
          }
        : emptyQuestion,
      check: check ?? emptyCheck(),
    })),
  }
}

const whole = (typed: string): number | null => {
  const value = Number(typed.trim())
  return typed.trim() === '' || !Number.isInteger(value) ? null : value
}

export const optionsIn = (typed: string): string[] =>
  typed
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')

function questionParams({ type, options, min, max }: DraftQuestion) {
  if (type === 'one_of' || type === 'many_of') return { type, options: optionsIn(options) }
  if (type !== 'number') return { type }
  return {
    type,
    ...(min.trim() === '' ? {} : { min: Number(min) }),
    ...(max.trim() === '' ? {} : { max: Number(max) }),
  }
}

const stepParams = ({ id, text, type, required, question, check }: DraftStep) => ({
  id,
  text: text.trim(),
  type,
  required,
  ...(type === 'question' ? { question: questionParams(question) } : {}),
  ...(type === 'tx' ? { check: checkParams(check) } : {}),
})

/** What `missionSave` takes. */
export interface MissionParams extends ReturnType<typeof toParams> {
  id?: string
  note?: string
}

export const toParams = (draft: Draft) => ({
  title: draft.title.trim(),
  brief: draft.brief.trim(),
  kind: draft.kind,
  steps: draft.steps.map(stepParams),
  points: whole(draft.points) ?? 0,
  minutes: whole(draft.minutes),
  season: draft.season,
  opensAt: draft.opensAt,
  closesAt: draft.closesAt,
  capacity: whole(draft.capacity),
  minTrust: draft.minTrust,
  build: draft.build || null,
  networks: draft.networks,
  review:
    draft.review === 'sample'
      ? { mode: draft.review, percent: whole(draft.percent) ?? 0 }
      : { mode: draft.review },
})

/** How many fields are not as they were. */
export function changesIn(draft: Draft, before: Draft): number {
  const [now, then] = [toParams(draft), toParams(before)]
  return Object.keys(now).filter(
    key => JSON.stringify(now[key as keyof typeof now]) !== JSON.stringify(then[key as keyof typeof then]),
  ).length
}

export type DraftFault =
  | { field: 'title' | 'points' | 'minutes' | 'capacity' | 'closesAt' | 'percent' | 'steps' }
  | { field: 'step'; step: string; part: 'text' | 'options' | 'bounds' | 'check' }

const within = (typed: string, least: number, most: number) => {
  const value = whole(typed)
  return value !== null && value >= least && value <= most
}

/** Empty, or within. */
const optional = (typed: string, least: number, most: number) =>
  typed.trim() === '' || within(typed, least, most)

/** What keeps a mission from being saved; the server has the last word. */
export function faultsIn(draft: Draft): DraftFault[] {
  const faults: DraftFault[] = []
  const title = draft.title.trim().length
  if (title < TITLE.least || title > TITLE.most) faults.push({ field: 'title' })
  if (!within(draft.points, POINTS.least, POINTS.most)) faults.push({ field: 'points' })
  if (!optional(draft.minutes, 1, 600)) faults.push({ field: 'minutes' })
  if (!optional(draft.capacity, 1, 1_000_000)) faults.push({ field: 'capacity' })
  const { opensAt, closesAt } = draft
  if (opensAt && closesAt && Date.parse(opensAt) >= Date.parse(closesAt)) faults.push({ field: 'closesAt' })
  if (draft.review === 'sample' && !within(draft.percent, 1, 99)) faults.push({ field: 'percent' })
  if (!draft.steps.some(({ required }) => required)) faults.push({ field: 'steps' })
  return [...faults, ...draft.steps.flatMap(stepFaults)]
}

function stepFaults(step: DraftStep): DraftFault[] {
  const at = (part: 'text' | 'options' | 'bounds' | 'check'): DraftFault => ({
    field: 'step',
    step: step.id,
    part,
  })
  const { type, options, min, max } = step.question
  const isQuestion = step.type === 'question'
  const choices = optionsIn(options)
  const isChoice = isQuestion && (type === 'one_of' || type === 'many_of')
  const hasChoices =
    choices.length >= 2 &&
    choices.length <= 12 &&
    new Set(choices).size === choices.length &&
    choices.every(({ length }) => length <= 120)
  const isNumber = isQuestion && type === 'number'
  const bounds = [min, max].filter(bound => bound.trim() !== '').map(Number)
  const [least = 0, most = least] = bounds
  const isBounded = bounds.every(Number.isFinite) && (bounds.length < 2 || least <= most)
  return [
    ...(step.text.trim() === '' || step.text.trim().length > STEP_TEXT ? [at('text')] : []),
    ...(isChoice && !hasChoices ? [at('options')] : []),
    ...(isNumber && !isBounded ? [at('bounds')] : []),
    ...(step.type === 'tx' && checkFault(step.check) ? [at('check')] : []),
  ]
}

/** From the moment it is live, steps, points and review stay as they are; only texts are edited. */
export const isFrozen = (state: MissionState | undefined) =>
  state !== undefined && state !== 'draft' && state !== 'scheduled'

/** A copy of a mission that is not started: without its window. */
export const copyOf = (mission: Mission, title: string): MissionParams => ({
  ...toParams({ ...draftOf(mission), title: title.slice(0, TITLE.most), opensAt: null, closesAt: null }),
})
