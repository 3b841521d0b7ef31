import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { STATUS } from '#/entities/issue/messages'
import type { Status } from '#/entities/issue/schema'

const ring = <circle cx="7" cy="7" r="5.25" fill="none" stroke="currentColor" strokeWidth="1.5" />
const tick = (colour: string) => (
  <path
    d="m4.6 7.2 1.7 1.7 3.2-3.5"
    fill="none"
    stroke={colour}
    strokeWidth="1.5"
    strokeLinecap="round"
    strokeLinejoin="round"
  />
)

// A ring that fills as the work goes on.
const LOOK: Record<Status, { colour: string; glyph: ReactNode }> = {
  new: {
    colour: 'text-st-new',
    glyph: (
      <circle
        cx="7"
        cy="7"
        r="5.25"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeDasharray="2.2 1.93"
      />
    ),
  },
  needs_info: {
    colour: 'text-st-needs-info',
    glyph: (
      <>
        {ring}
        <path
          d="M5.7 5.6a1.4 1.4 0 1 1 2 1.3c-.5.2-.7.5-.7.9"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.2"
        />
        <circle cx="7" cy="9.7" r=".8" fill="currentColor" />
      </>
    ),
  },
  confirmed: {
    colour: 'text-st-confirmed',
    glyph: (
      <>
        {ring}
        <circle cx="7" cy="7" r="2" fill="currentColor" />
      </>
    ),
  },
  in_progress: {
    colour: 'text-st-in-progress',
    glyph: (
      <>
        {ring}
        <path d="M7 4a3 3 0 0 1 0 6z" fill="currentColor" />
      </>
    ),
  },
  fixed: {
    colour: 'text-st-fixed',
    glyph: (
      <>
        {ring}
        {tick('currentColor')}
      </>
    ),
  },
  verified: {
    colour: 'text-st-verified',
    glyph: (
      <>
        <circle cx="7" cy="7" r="6" fill="currentColor" />
        {tick('var(--bg-panel)')}
      </>
    ),
  },
  closed: {
    colour: 'text-st-closed',
    glyph: (
      <>
        {ring}
        <path d="m4.4 9.6 5.2-5.2" stroke="currentColor" strokeWidth="1.5" />
      </>
    ),
  },
}

interface StatusProps {
  status: Status
  /** What the programme calls it; otherwise our own word. */
  word?: ReactNode
  /** A step that is not the one: grey. */
  faint?: boolean
}

/** The status of an issue: glyph and word, without a box. */
export function StatusMark({ status, word, faint }: StatusProps) {
  const { t } = useLingui()
  const { colour } = LOOK[status]
  return (
    <span
      className={`inline-flex items-center gap-1.5 align-middle text-12 whitespace-nowrap ${faint ? 'text-ink-3' : 'font-medium text-ink'}`}
    >
      <StatusGlyph status={status} colour={faint ? 'text-line-control' : colour} />
      {word ?? t(STATUS[status])}
    </span>
  )
}

/** The ring alone, where the word stands elsewhere. */
export function StatusGlyph({ status, colour = LOOK[status].colour }: { status: Status; colour?: string }) {
  return (
    <svg viewBox="0 0 14 14" className={`size-3.5 flex-none ${colour}`} aria-hidden>
      {LOOK[status].glyph}
    </svg>
  )
}
