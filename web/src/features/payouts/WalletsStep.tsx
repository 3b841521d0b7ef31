import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PersonName } from '#/entities/person/PersonName'
import { tokenText } from '#/entities/reward/amount'
import { previewQuery } from '#/features/payouts/api'
import type { Draft, Rules } from '#/features/payouts/draft'
import { FIRST_PAGE, Pagination } from '#/features/payouts/Pagination'
import { figure } from '#/lib/number'
import { Await } from '#/ui/Await'
import { Radio } from '#/ui/Choice'
import { EmptyState } from '#/ui/EmptyState'
import { Panel } from '#/ui/Panel'
import { SkeletonRows } from '#/ui/Skeleton'
import { DataTable } from '#/ui/DataTable'

interface Props {
  draft: Draft
  rules: Rules
  onChange: (part: Partial<Draft>) => void
}

/** Who has an amount and no wallet, and what becomes of it. */
export function WalletsStep({ draft, rules, onChange }: Props) {
  const { t } = useLingui()
  const [trail, setTrail] = useState(FIRST_PAGE)
  const query = useQuery(previewQuery(rules, 'missing', trail.at(-1)))
  const { decimals, symbol } = rules.token
  const text = (amount: string) => tokenText(amount, decimals, rules.unit)
  const missing = query.data?.figures.missing
  return (
    <Panel
      flush
      title={<Trans>Wallets missing</Trans>}
      note={
        missing && (
          <>
            <Plural value={missing.people} one="# person" other="# people" />
            {missing.people > 0 && `, ${text(missing.amount)} ${symbol}`}
          </>
        )
      }
      actions={query.data && <Pagination next={query.data.next} trail={trail} onGo={setTrail} />}
    >
      <Await
        query={query}
        skeleton={<SkeletonRows rows={3} />}
        failed={<Trans>Couldn’t load the list.</Trans>}
      >
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState title={<Trans>Everyone who is paid has a wallet.</Trans>}>
              <Trans>A wallet counts once its owner has signed for it.</Trans>
            </EmptyState>
          ) : (
            <DataTable
              compact
              caption={t`Wallets missing`}
              rows={rows}
              keyOf={row => row.personId}
              columns={[
                { head: t`Tester`, cell: row => <PersonName person={{ username: row.username }} /> },
                { head: t`Points`, figure: true, cell: row => figure(row.points) },
                {
                  head: symbol,
                  figure: true,
                  cell: row => <b className="font-semibold">{text(row.amount)}</b>,
                },
              ]}
            />
          )
        }
      </Await>
      <fieldset className="flex flex-wrap gap-x-5 gap-y-1 border-t border-line-faint px-4 py-3">
        <legend className="float-left mr-4 text-12 text-ink-2">{t`Without a wallet:`}</legend>
        <Radio
          name="missing"
          checked={draft.missing === 'carry'}
          onChange={() => onChange({ missing: 'carry' })}
          label={<Trans>Keep it for a later payout</Trans>}
        />
        <Radio
          name="missing"
          checked={draft.missing === 'give_back'}
          onChange={() => onChange({ missing: 'give_back' })}
          label={<Trans>Give it to the others</Trans>}
        />
      </fieldset>
    </Panel>
  )
}
