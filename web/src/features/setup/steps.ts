import type { Step } from '#/features/setup/step'
import { administrator } from '#/features/setup/steps/administrator'
import { done } from '#/features/setup/steps/done'
import { names } from '#/features/setup/steps/names'
import { network } from '#/features/setup/steps/network'

/** The steps of the setup, in order. */
export const STEPS: Step[] = [administrator, names, network, done]
