import { useLingui } from '@lingui/react/macro'
import { clsx } from 'clsx'

interface Props {
  count: number
  mine: boolean
  onToggle: () => void
}

/** "This is mine too", with how many said so. */
export function AffectsButton({ count, mine, onToggle }: Props) {
  const { t } = useLingui()
  return (
    <button
      type="button"
      aria-pressed={mine}
      aria-label={t`Affects me, ${count}`}
      onClick={onToggle}
      className={clsx(
        'inline-flex h-10 w-11 flex-none flex-col items-center justify-center gap-1 rounded-2 border text-13 leading-none font-semibold',
        mine
          ? 'border-link-line bg-link-wash text-link'
          : 'border-line-strong text-ink-2 hover:bg-hover [&>svg]:text-ink-3',
      )}
    >
      <svg viewBox="0 0 11 9" className="h-[9px] w-[11px]" aria-hidden>
        <path
          d="M5.5 1 10 8H1z"
          fill={mine ? 'currentColor' : 'none'}
          stroke="currentColor"
          strokeLinejoin="round"
        />
      </svg>
      {count}
    </button>
  )
}
