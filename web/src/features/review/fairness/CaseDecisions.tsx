import { Trans } from '@lingui/react/macro'
import type { RiskCase } from '#/entities/fairness/case-schema'
import { figure } from '#/lib/number'
import { Act, DecisionBar } from '#/ui/workbench/DecisionBar'

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
export function CaseDecisions({ of, chosen, busy, refused, onLink, onDecide, onChoose }: Props) {
  const suggested = of.suggestion?.decision
  const many = figure(chosen.length)
  return (
    <DecisionBar
      refused={refused}
      note={
        <>
          {suggested && (
            <>
              <Trans>Suggested</Trans>
              <strong className="font-medium text-ink">
                {suggested === 'link' ? (
                  <Trans>link {figure(of.suggestion?.users.length ?? 0)} as one person</Trans>
                ) : (
                  <Trans>ask them first: only two kinds of evidence</Trans>
                )}
              </strong>
            </>
          )}
          <span className="ml-auto max-md:hidden">
            <Trans>They see this reason and can appeal.</Trans>
          </span>
        </>
      }
    >
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
          note={<Trans>these facts open no case again</Trans>}
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
    </DecisionBar>
  )
}
