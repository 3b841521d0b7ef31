import { msg } from '@lingui/core/macro'
import type { Health, TraceMode } from '#/entities/network/details'

export const HEALTH_LABEL: Record<Health, ReturnType<typeof msg>> = {
  ok: msg`healthy`,
  lagging: msg`behind`,
  down: msg`down`,
  unknown: msg`not tested`,
}

/** What its nodes can tell about a failure, in two words. */
export const TRACE_LABEL: Record<TraceMode, ReturnType<typeof msg>> = {
  debug: msg`full traces`,
  trace: msg`full traces`,
  call: msg`approximate`,
  none: msg`no traces`,
}
