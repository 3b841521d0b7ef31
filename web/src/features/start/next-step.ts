import type { Setting } from '#/entities/setting/schema'
import { STEP_SETTINGS, STEPS, type StepName } from '#/features/start/steps'

/** Whether a step was done before, by the settings and the number of networks. */
function isDone(step: StepName, settings: Setting[], networks: number): boolean {
  if (step === 'networks') return networks > 0
  const keys = STEP_SETTINGS[step] ?? []
  return keys.every(key => settings.some(row => row.key === key && row.version > 0))
}

/** The step that a setup goes on with: the first that was not done. */
export const nextStep = (settings: Setting[], networks: number): StepName =>
  STEPS.find(step => step !== 'done' && !isDone(step, settings, networks)) ?? 'done'
