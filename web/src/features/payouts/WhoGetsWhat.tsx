import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PersonName } from '#/entities/person/PersonName'
import { bpsOf, bpsText, tokenText } from '#/entities/reward/amount'
import type { Preview, PreviewRow } from '#/entities/reward/schema'
import { previewQuery } from '#/features/payouts/api'
import type { Rules } from '#/features/payouts/draft'
import { FIRST_PAGE, Pagination } from '#/features/payouts/Pagination'
import { figure } from '#/lib/number'
import { Await } from '#/ui/Await'
import { Badge } from '#/ui/Badge'
import { EmptyState } from '#/ui/EmptyState'
import { Panel } from '#/ui/Panel'
import { SkeletonRows } from '#/ui/Skeleton'
import { DataTable } from '#/ui/DataTable'

/** All users who are paid, by rank, a page at a time. */
export function WhoGetsWhat({ rules }: { rules: Rules }) {
  const [trail, setTrail] = useState(FIRST_PAGE)
  const query = useQuery(previewQuery(rules, 'paid', trail.at(-1)))
  return (
    <Panel
      flush
      title={<Trans>Who gets what</Trans>}
      note={query.data && figure(query.data.figures.people)}
      actions={query.data && <Pagination next={query.data.next} trail={trail} onGo={setTrail} />}
    >
      <Await
        query={query}
        skeleton={<SkeletonRows rows={6} />}
        failed={<Trans>Couldn’t load the amounts.</Trans>}
      >
        {preview =>
          preview.rows.length === 0 ? (
            <EmptyState title={<Trans>No one would be paid.</Trans>}>
              <Trans>No tester has both enough points and a wallet.</Trans>
            </EmptyState>
          ) : (
            <Rows preview={preview} rules={rules} />
          )
        }
      </Await>
    </Panel>
  )
}

function Rows({ preview, rules }: { preview: Preview; rules: Rules }) {
  const { t } = useLingui()
  const { symbol, decimals } = rules.token
  const text = (amount: string | null) => (amount === null ? '–' : tokenText(amount, decimals, rules.unit))
  const both = rules.curve !== 'proportional'
  const first = preview.rows[0]
  return (
    <>
      <DataTable
        compact
        caption={t`Who gets what`}
        rows={preview.rows}
        keyOf={row => row.personId}
        columns={[
          {
            head: '#',
            figure: true,
            cell: row => <span className="text-ink-3">{figure(row.place)}</span>,
          },
          {
            head: t`Tester`,
            cell: row => (
              <span className="inline-flex items-center gap-2">
                <PersonName person={{ username: row.username }} />
                {row.capped && <Badge>{t`at the cap`}</Badge>}
              </span>
            ),
          },
          { head: t`Points`, figure: true, cell: row => figure(row.points) },
          both && {
            head: t`Proportional`,
            figure: true,
            wide: true,
            cell: row => <span className="text-ink-3">{text(row.proportional)}</span>,
          },
          {
            head: symbol,
            figure: true,
            cell: row => <b className="font-semibold">{text(row.amount)}</b>,
          },
          {
            head: t`Share`,
            figure: true,
            wide: true,
            cell: row => <span className="text-ink-3">{bpsText(bpsOf(row.amount, rules.pool))}</span>,
          },
        ]}
      />
      {first && <Formula rules={rules} first={first} amount={text(first.amount)} />}
    </>
  )
}

/** The formula in one line, with the first row as its example. */
function Formula({ rules, first, amount }: { rules: Rules; first: PreviewRow; amount: string }) {
  const pool = tokenText(rules.pool, rules.token.decimals, rules.unit)
  const name = first.username ? `@${first.username}` : '–'
  const formula = {
    proportional: <Trans>pool × points ÷ Σ points</Trans>,
    sqrt: <Trans>pool × √points ÷ Σ √points</Trans>,
    tiers: <Trans>pool × weight of the tier ÷ Σ weights</Trans>,
  }[rules.curve]
  return (
    <div className="border-t border-line-faint px-4 py-3">
      <p className="mono rounded-2 bg-sunken px-3.5 py-2.5 text-12 text-ink">
        {formula}{' '}
        <span className="text-ink-3">
          <Trans>
            of {pool}: <b className="font-medium text-ink">{amount}</b> for {name}
          </Trans>
        </span>
      </p>
    </div>
  )
}
