// Dashboards, standings, settings.
import type { Answers } from './programme.ts'

export const board: Answers = {}
