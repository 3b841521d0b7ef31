import { useLingui } from '@lingui/react/macro'
import { clsx } from 'clsx'

interface Props {
  count: number
  mine: boolean
  onToggle: () => void
  /** It cannot be undone: anyone who reported it is affected by it. */
  locked?: boolean
}

/** "Affects me too", with how many said so. */
export function AffectsButton({ count, mine, onToggle, locked = false }: Props) {
  const { t } = useLingui()
  return (
    <button
      type="button"
      aria-pressed={mine}
      aria-disabled={locked || undefined}
      aria-label={t`Affects me, ${count}`}
      title={locked ? t`You reported it` : undefined}
      onClick={locked ? undefined : onToggle}
      className={clsx(
        'inline-flex h-10 w-11 flex-none flex-col items-center justify-center gap-1 rounded-2 border text-13 leading-none font-semibold max-md:h-12',
        mine
          ? 'border-link-line bg-link-wash text-link'
          : 'border-line-strong text-ink-2 hover:bg-hover [&>svg]:text-ink-3',
      )}
    >
      <AffectsGlyph filled={mine} />
      {count}
    </button>
  )
}

/** The triangle of those who are affected. */
export function AffectsGlyph({ filled }: { filled: boolean }) {
  return (
    <svg viewBox="0 0 11 9" className="h-[9px] w-[11px] flex-none" aria-hidden>
      <path
        d="M5.5 1 10 8H1z"
        fill={filled ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeLinejoin="round"
      />
    </svg>
  )
}
