import { Trans } from '@lingui/react/macro'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { RiskCase } from '#/features/settings/fairness/model'
import { figure } from '#/lib/number'
import { Keys } from '#/ui/Keys'

interface Props {
  of: RiskCase
  chosen: string[]
  busy: boolean
  refused: string | null
  onLink: () => void
  onDecide: (decision: 'dismiss' | 'watch' | 'ask') => void
  onChoose: () => void
}

/** What can be decided, each with its effect; the suggestion has the gold edge. */
export function DecisionBar({ of, chosen, busy, refused, onLink, onDecide, onChoose }: Props) {
  const suggested = of.suggestion?.decision
  const many = figure(chosen.length)
  return (
    <footer className="bottom-0 z-10 -mx-(--page-pad) md:sticky border-t border-line-strong bg-panel px-(--page-pad) pt-3 pb-3.5">
      <p className="mb-2 flex flex-wrap items-center gap-x-2 text-12 text-ink-3">
        {suggested && (
          <>
            <Trans>Suggested</Trans>
            <strong className="font-medium text-ink">
              {suggested === 'link' ? (
                <Trans>link {figure(of.suggestion?.users.length ?? 0)} as one person</Trans>
              ) : (
                <Trans>ask them first: only two kinds of evidence speak</Trans>
              )}
            </strong>
          </>
        )}
        <span className="ml-auto max-md:hidden">
          <Trans>those concerned read the kind of the reason and may appeal</Trans>
        </span>
      </p>
      {refused && (
        <p role="alert" className="mb-2 text-danger">
          {refused}
        </p>
      )}
      <div className="grid grid-cols-[1.4fr_1.25fr_.85fr_1fr_.95fr] gap-2 max-lg:grid-cols-3 max-md:grid-cols-2">
        <Act
          keys="1"
          title={<Trans>Link {many} as one</Trans>}
          note={<Trans>counts once, undo any time</Trans>}
          suggested={suggested === 'link'}
          disabled={busy || chosen.length < 2}
          onPress={onLink}
        />
        <Act
          keys="2"
          title={<Trans>Not the same</Trans>}
          note={<Trans>no case again from these facts</Trans>}
          disabled={busy}
          onPress={() => onDecide('dismiss')}
        />
        <Act
          keys="3"
          title={<Trans>Watch</Trans>}
          note={<Trans>for 30 days</Trans>}
          disabled={busy}
          onPress={() => onDecide('watch')}
        />
        <Act
          keys="4"
          title={<Trans>Ask them</Trans>}
          note={<Trans>7 days to answer</Trans>}
          suggested={suggested === 'ask'}
          disabled={busy || of.state === 'asked'}
          onPress={() => onDecide('ask')}
        />
        <Act
          keys="x"
          title={<Trans>Choose</Trans>}
          note={
            <Trans>
              {many} of {figure(of.members.length)} ticked
            </Trans>
          }
          onPress={onChoose}
        />
      </div>
    </footer>
  )
}

interface ActProps {
  keys: string
  title: ReactNode
  note: ReactNode
  suggested?: boolean
  disabled?: boolean
  onPress: () => void
}

function Act({ keys, title, note, suggested = false, disabled = false, onPress }: ActProps) {
  return (
    <button
      type="button"
      disabled={disabled}
      aria-keyshortcuts={keys}
      onClick={onPress}
      className={clsx(
        'grid min-h-[52px] min-w-0 gap-0.5 rounded-2 border bg-raised px-[11px] py-[9px] text-left hover:bg-active disabled:bg-transparent disabled:text-ink-off',
        suggested ? 'border-gold shadow-[inset_0_0_0_1px_var(--gold)]' : 'border-line-strong',
      )}
    >
      <span className="flex items-center gap-2 font-semibold">
        <Keys of={[keys]} />
        {title}
      </span>
      <span className="line-clamp-2 text-12 text-ink-3">{note}</span>
    </button>
  )
}
