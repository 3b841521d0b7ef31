import { useLingui } from '@lingui/react/macro'
import { clsx } from 'clsx'
import { CircleQuestionMark, Flag, type LucideIcon, ShieldCheck, Wrench } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Verdict } from '#/entities/evidence/failure'
import { VERDICT } from '#/entities/evidence/messages'

const LOOK: Record<Verdict, { Icon: LucideIcon; text: string; chip: string }> = {
  suspect: { Icon: Flag, text: 'text-suspect', chip: 'border-suspect-line bg-suspect-wash' },
  unknown: { Icon: CircleQuestionMark, text: 'text-unknown', chip: 'border-unknown-line bg-unknown-wash' },
  setup: { Icon: Wrench, text: 'text-setup', chip: 'border-setup-line bg-setup-wash' },
  expected: { Icon: ShieldCheck, text: 'text-expected', chip: 'border-expected-line bg-expected-wash' },
}

interface Props {
  verdict: Verdict
  /** The cause in words; otherwise the verdict itself. */
  word?: ReactNode
  /** In a box. */
  chip?: boolean
}

/** What a failure says at first sight: an icon and a word. It blames no one. */
export function VerdictMark({ verdict, word, chip }: Props) {
  const { t } = useLingui()
  const { Icon, text, chip: box } = LOOK[verdict]
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-[5px] align-middle text-12 font-medium whitespace-nowrap',
        text,
        chip && `h-5 rounded-1 border px-[7px] leading-none ${box}`,
      )}
    >
      <Icon size={12} strokeWidth={2.1} aria-hidden />
      {word ?? t(VERDICT[verdict])}
    </span>
  )
}
