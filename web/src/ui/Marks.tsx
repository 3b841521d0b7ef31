import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { CircleQuestionMark, Flag, type LucideIcon, ShieldCheck, Wrench } from 'lucide-react'
import type { ReactNode } from 'react'

export type Status = 'new' | 'needs_info' | 'confirmed' | 'in_progress' | 'fixed' | 'verified' | 'closed'
export type Severity = 'S1' | 'S2' | 'S3' | 'S4'
export type Verdict = 'expected' | 'setup' | 'suspect' | 'unknown'

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
const STATUS: Record<Status, { word: MessageDescriptor; colour: string; glyph: ReactNode }> = {
  new: {
    word: msg`New`,
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
    word: msg`Needs info`,
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
    word: msg`Confirmed`,
    colour: 'text-st-confirmed',
    glyph: (
      <>
        {ring}
        <circle cx="7" cy="7" r="2" fill="currentColor" />
      </>
    ),
  },
  in_progress: {
    word: msg`In progress`,
    colour: 'text-st-in-progress',
    glyph: (
      <>
        {ring}
        <path d="M7 4a3 3 0 0 1 0 6z" fill="currentColor" />
      </>
    ),
  },
  fixed: {
    word: msg`Fixed – please check`,
    colour: 'text-st-fixed',
    glyph: (
      <>
        {ring}
        {tick('currentColor')}
      </>
    ),
  },
  verified: {
    word: msg`Verified`,
    colour: 'text-st-verified',
    glyph: (
      <>
        <circle cx="7" cy="7" r="6" fill="currentColor" />
        {tick('var(--bg-panel)')}
      </>
    ),
  },
  closed: {
    word: msg`Closed`,
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
  const { colour } = STATUS[status]
  return (
    <span
      className={`inline-flex items-center gap-1.5 align-middle text-12 whitespace-nowrap ${faint ? 'text-ink-3' : 'font-medium text-ink'}`}
    >
      <StatusGlyph status={status} colour={faint ? 'text-line-control' : colour} />
      {word ?? t(STATUS[status].word)}
    </span>
  )
}

/** The ring alone, where the word stands elsewhere. */
export function StatusGlyph({ status, colour = STATUS[status].colour }: { status: Status; colour?: string }) {
  return (
    <svg viewBox="0 0 14 14" className={`size-3.5 flex-none ${colour}`} aria-hidden>
      {STATUS[status].glyph}
    </svg>
  )
}

const SEVERITY: Record<Severity, { word: MessageDescriptor; colour: string }> = {
  S1: { word: msg`Critical`, colour: 'text-sev-1' },
  S2: { word: msg`Major`, colour: 'text-sev-2' },
  S3: { word: msg`Minor`, colour: 'text-sev-3' },
  S4: { word: msg`Trivial`, colour: 'text-sev-4' },
}

/** How bad an issue is: one to four bars and a word. */
export function SeverityMark({ severity, word }: { severity: Severity; word?: ReactNode }) {
  const { t } = useLingui()
  const { word: own, colour } = SEVERITY[severity]
  const bars = 5 - Number(severity.slice(1))
  return (
    <span className="inline-flex items-center gap-1.5 align-middle text-12 whitespace-nowrap text-ink-2">
      <svg viewBox="0 0 14 14" className={`size-3.5 flex-none ${colour}`} aria-hidden>
        {[1, 2, 3, 4].map(bar => (
          <rect
            key={bar}
            x={1 + (bar - 1) * 3.2}
            y={12 - bar * 2.5}
            width="2.2"
            height={bar * 2.5}
            rx=".5"
            fill="currentColor"
            opacity={bar <= bars ? 1 : 0.28}
          />
        ))}
      </svg>
      {word ?? t(own)}
    </span>
  )
}

const VERDICT: Record<Verdict, { word: MessageDescriptor; look: string; Icon: LucideIcon }> = {
  expected: {
    word: msg`Expected`,
    look: 'text-expected border-(--verdict-expected-line) bg-(--verdict-expected-wash)',
    Icon: ShieldCheck,
  },
  setup: {
    word: msg`Setup`,
    look: 'text-setup border-(--verdict-setup-line) bg-(--verdict-setup-wash)',
    Icon: Wrench,
  },
  suspect: {
    word: msg`Suspect`,
    look: 'text-suspect border-(--verdict-suspect-line) bg-(--verdict-suspect-wash)',
    Icon: Flag,
  },
  unknown: {
    word: msg`Unknown`,
    look: 'text-unknown border-(--verdict-unknown-line) bg-(--verdict-unknown-wash)',
    Icon: CircleQuestionMark,
  },
}

/** What the evidence says. */
export function VerdictMark({ verdict }: { verdict: Verdict }) {
  const { t } = useLingui()
  const { word, look, Icon } = VERDICT[verdict]
  return (
    <span
      className={`inline-flex h-5 items-center gap-[5px] rounded-1 border px-[7px] text-12 font-medium whitespace-nowrap ${look}`}
    >
      <Icon size={12} strokeWidth={2.1} aria-hidden />
      {t(word)}
    </span>
  )
}
