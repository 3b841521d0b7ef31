import type { MessageDescriptor } from '@lingui/core'
import type { ComponentType } from 'react'
import type { Problem } from '#/backend/problem'
import type { Draft } from '#/features/setup/draft'

export interface StepProps {
  draft: Draft
  change: (part: Partial<Draft>) => void
  /** Why the last attempt to go on failed, if it concerns this step. */
  problem: Problem | null
}

/** What a step may ask for when it is left. */
export interface StepHands {
  /** Signs in as the administrator who has just been made. */
  signIn: () => Promise<void>
  /** Notes what came of it. */
  change: (part: Partial<Draft>) => void
  /** Forgets what the tab has kept. */
  dropDraft: () => void
}

/** One step of the setup. Each is a file in `steps/`; their order is in `steps.ts`. */
export interface Step {
  id: string
  title: MessageDescriptor
  /** What the step asks, or says. */
  Body: ComponentType<StepProps>
  /** The words of the button that goes on. The last step has none. */
  next?: MessageDescriptor
  /** What must have succeeded before the next step. Rejects with a `Problem`. */
  leave?: (draft: Draft, hands: StepHands) => Promise<void>
  /** Whether a problem is about what this step has asked. */
  concerns?: (problem: Problem) => boolean
  /** The step cannot be undone. */
  isFinal?: boolean
}
