import { useLingui } from '@lingui/react/macro'
import { CircleCheck, CircleDashed, CircleX, Clock, type LucideIcon } from 'lucide-react'
import type { Health } from '#/entities/network/details'
import { HEALTH_LABEL } from '#/entities/network/messages'
import { spanOf } from '#/lib/time'
import { measure } from '#/lib/number'

const LOOK: Record<Health, { Icon: LucideIcon; tone: string }> = {
  ok: { Icon: CircleCheck, tone: 'text-success' },
  lagging: { Icon: Clock, tone: 'text-warning' },
  down: { Icon: CircleX, tone: 'text-danger' },
  unknown: { Icon: CircleDashed, tone: 'text-ink-3' },
}

/** How a node or a network is: an icon and a word. One that is behind says by how much. */
export function HealthMark({ health, lagSec }: { health: Health; lagSec?: number | null }) {
  const { t } = useLingui()
  const { Icon, tone } = LOOK[health]
  const span = typeof lagSec === 'number' ? lagWords(lagSec) : null
  return (
    <span className="inline-flex items-center gap-1.5 text-12 whitespace-nowrap text-ink-2">
      <Icon size={14} strokeWidth={1.9} className={tone} aria-hidden />
      {health === 'lagging' && span ? t`${span} behind` : t(HEALTH_LABEL[health])}
    </span>
  )
}

/** "41s", "12m". */
export const lagWords = (seconds: number) =>
  seconds < 120 ? measure(Math.round(seconds), 'second') : spanOf(seconds)
