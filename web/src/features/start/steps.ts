import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Setting } from '#/entities/setting/schema'

/** The steps of setting up a programme, in order, as their addresses name them. */
export const STEPS = ['programme', 'networks', 'response', 'access', 'done'] as const
export type StepName = (typeof STEPS)[number]

export const STEP_LABEL: Record<StepName, MessageDescriptor> = {
  programme: msg`Programme`,
  networks: msg`Networks`,
  response: msg`Response`,
  access: msg`Access`,
  done: msg`Invite`,
}

/** The settings that a step asks for. One that was never set makes the step the next to do. */
export const STEP_SETTINGS: Partial<Record<StepName, readonly string[]>> = {
  programme: ['product.url'],
  response: ['promise.firstResponseH'],
  access: ['access.mode'],
}

/** The step after this one. */
export const after = (step: StepName): StepName => STEPS[STEPS.indexOf(step) + 1] ?? 'done'

export const before = (step: StepName): StepName | undefined => STEPS[STEPS.indexOf(step) - 1]

export interface StepProps {
  rows: Setting[]
  /** Called when the step is saved. */
  onDone: () => void
}
