import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PersonName } from '#/entities/person/PersonName'
import { tokenText } from '#/entities/reward/amount'
import { DECISION_LABEL, WHY_LABEL } from '#/entities/reward/messages'
import { type Decision, DECISIONS, type PreviewRow } from '#/entities/reward/schema'
import { type Only, previewQuery } from '#/features/payouts/api'
import type { Draft, Rules } from '#/features/payouts/draft'
import { FIRST_PAGE, Pagination } from '#/features/payouts/Pagination'
import { figure } from '#/lib/number'
import { Await } from '#/ui/Await'
import { EmptyState } from '#/ui/EmptyState'
import { Panel } from '#/ui/Panel'
import { Segmented } from '#/ui/Segmented'
import { SkeletonRows } from '#/ui/Skeleton'
import { DataTable } from '#/ui/DataTable'

interface Props {
  draft: Draft
  rules: Rules
  onChange: (part: Partial<Draft>) => void
}

/** Who is not simply paid, and why; an administrator decides each. */
export function PeopleStep({ draft, rules, onChange }: Props) {
  const { t } = useLingui()
  const [only, setOnly] = useState<Only>('decided')
  const [trail, setTrail] = useState(FIRST_PAGE)
  const query = useQuery(previewQuery(rules, only, trail.at(-1)))

  function decide(row: PreviewRow, decision: Decision) {
    const { [row.personId]: _, ...others } = draft.decisions
    onChange({ decisions: { ...others, [row.personId]: decision } })
  }

  return (
    <Panel
      flush
      title={<Trans>Exclusions</Trans>}
      note={
        query.data && (
          <Plural
            value={query.data.figures.belowMinimum}
            one="# person is below the minimum and left out by rule"
            other="# people are below the minimum and left out by rule"
          />
        )
      }
      actions={
        <>
          {query.data && <Pagination next={query.data.next} trail={trail} onGo={setTrail} />}
          <Segmented
            label={t`Who`}
            value={only}
            onChange={next => {
              setOnly(next)
              setTrail(FIRST_PAGE)
            }}
            options={[
              { value: 'decided', label: <Trans>To decide</Trans> },
              { value: 'all', label: <Trans>Everyone</Trans> },
            ]}
          />
        </>
      }
    >
      <Await
        query={query}
        skeleton={<SkeletonRows rows={4} />}
        failed={<Trans>Couldn’t load the list.</Trans>}
      >
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState title={<Trans>No one is held or left out.</Trans>}>
              <Trans>Everyone with enough points is paid. To leave out a person, use “Everyone”.</Trans>
            </EmptyState>
          ) : (
            <Decisions rows={rows} rules={rules} chosen={draft.decisions} onDecide={decide} />
          )
        }
      </Await>
      <p className="border-t border-line-faint px-4 py-2.5 text-12 text-ink-3">
        <Trans>
          Set aside: has an amount but no leaf yet. Left out: does not count, so the others get more. The
          public file states the reason as one word, never as text.
        </Trans>
      </p>
    </Panel>
  )
}

interface DecisionsProps {
  rows: PreviewRow[]
  rules: Rules
  chosen: Draft['decisions']
  onDecide: (row: PreviewRow, decision: Decision) => void
}

function Decisions({ rows, rules, chosen, onDecide }: DecisionsProps) {
  const { t } = useLingui()
  const { decimals, symbol } = rules.token
  return (
    <DataTable
      caption={t`Exceptions`}
      rows={rows}
      keyOf={row => row.personId}
      columns={[
        { head: t`Who`, cell: row => <PersonName person={{ username: row.username }} /> },
        {
          head: t`Cause`,
          wide: true,
          cell: row => <span className="text-ink-2">{row.why ? t(WHY_LABEL[row.why]) : '–'}</span>,
        },
        { head: t`Points`, figure: true, wide: true, cell: row => figure(row.points) },
        {
          head: symbol,
          figure: true,
          cell: row => tokenText(row.amount, decimals, rules.unit),
        },
        {
          head: t`Decision`,
          cell: row =>
            isFixed(row) ? (
              <span className="text-12 text-ink-3">{t`by rule`}</span>
            ) : (
              <Segmented
                label={t`Decision about ${row.username ?? '–'}`}
                value={chosen[row.personId] ?? row.decision}
                onChange={decision => onDecide(row, decision)}
                options={DECISIONS.filter(each => each !== 'pay' || row.why !== 'held').map(value => ({
                  value,
                  label: t(DECISION_LABEL[value]),
                }))}
              />
            ),
        },
      ]}
    />
  )
}

/** Whatever is decided, these are left out. */
const isFixed = ({ why }: PreviewRow) =>
  why === 'administrator' || why === 'inactive' || why === 'below_minimum'
