import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useMoralis } from '#/backend/use-moralis'
import type { Entry, Standing } from '#/entities/points/schema'
import { breakdownQuery } from '#/features/leaderboard/api'
import { type LedgerFilter, LedgerList } from '#/features/leaderboard/LedgerList'
import { ReverseDialog } from '#/features/leaderboard/ReverseDialog'
import { SHARES, sharesOf, widthsOf } from '#/features/leaderboard/shares'
import { figure } from '#/lib/number'
import { saveText } from '#/lib/save-text'
import { Await } from '#/ui/Await'
import { Button } from '#/ui/Button'
import { Drawer } from '#/ui/Drawer'
import { Keys } from '#/ui/Keys'
import { ShareBar } from '#/ui/Meter'
import { Legend } from '#/ui/plot/axes'
import { csv } from '#/ui/plot/PlotPanel'
import { RowBars } from '#/ui/plot/RowBars'
import { Segmented } from '#/ui/Segmented'
import { SkeletonRows } from '#/ui/Skeleton'

interface Props {
  standing: Standing
  season: number
  onClose: () => void
}

/** Why a place is what it is: the reader's own ledger entry by entry, or the sums of another user. */
export function LedgerDrawer(props: Props) {
  const isAdmin = useMoralis().user?.isAdmin ?? false
  if (props.standing.isMe) return <OwnLedger {...props} />
  return isAdmin && props.standing.person.id !== null ? <OthersLedger {...props} /> : <Sums {...props} />
}

const EVERYTHING: LedgerFilter = 'all'

/** A user's ledger as an administrator reads it, who can take entries back. */
function OthersLedger({ standing, season, onClose }: Props) {
  const { t } = useLingui()
  const [reversing, setReversing] = useState<Entry | null>(null)
  const name = standing.person.username ? `@${standing.person.username}` : t`Hidden tester`
  return (
    <Drawer title={name} note={<Trans>season {season}</Trans>} onClose={onClose}>
      <Head standing={standing} />
      <div className="flex min-h-0 flex-1 flex-col border-t border-line">
        <LedgerList
          season={season}
          filter={EVERYTHING}
          user={standing.person.id ?? ''}
          onReverse={setReversing}
        />
      </div>
      {reversing && <ReverseDialog entry={reversing} season={season} onClose={() => setReversing(null)} />}
    </Drawer>
  )
}

function OwnLedger({ standing, season, onClose }: Props) {
  const { t } = useLingui()
  const [filter, setFilter] = useState<LedgerFilter>('all')
  const [entries, setEntries] = useState<Entry[]>([])

  return (
    <Drawer
      title={<Trans>Your ledger</Trans>}
      note={<Trans>season {season}</Trans>}
      onClose={onClose}
      footer={
        <>
          <span>{t`Entries are never removed. Mistakes are reversed by another entry.`}</span>
          <span className="ml-auto inline-flex items-center gap-2.5">
            <Button
              kind="ghost"
              size="small"
              disabled={entries.length === 0}
              onClick={() => saveText(`ledger-season-${season}.csv`, 'text/csv', ledgerCsv(entries))}
              icon={<Download size={14} strokeWidth={1.9} aria-hidden />}
            >{t`CSV`}</Button>
            <Keys of={['Esc']} />
          </span>
        </>
      }
    >
      <Head standing={standing} own />
      <div className="flex-none overflow-x-auto border-y border-line px-5 py-2.5">
        <Segmented
          label={t`Entries`}
          value={filter}
          onChange={setFilter}
          options={[
            { value: 'all', label: <Trans>All</Trans> },
            { value: 'bugs', label: <Trans>Bugs</Trans> },
            { value: 'checks', label: <Trans>Checks</Trans> },
            { value: 'other', label: <Trans>Other</Trans> },
            { value: 'reversed', label: <Trans>Reversed</Trans> },
          ]}
        />
      </div>
      <LedgerList own season={season} filter={filter} onLoaded={setEntries} />
    </Drawer>
  )
}

function Head({ standing, own }: { standing: Standing; own?: boolean }) {
  const { t } = useLingui()
  const sums = sharesOf(standing.byRule)
  return (
    <div className="grid flex-none gap-2 px-5 pb-3.5">
      <div className="flex items-end justify-between gap-4">
        <p>
          <span className={`text-28 font-semibold tracking-(--track-display) ${own ? 'text-gold-text' : ''}`}>
            {figure(standing.total)}
          </span>{' '}
          <span className="text-ink-3">
            <Trans>points, rank {figure(standing.rank)}</Trans>
          </span>
        </p>
        {!own && standing.person.username && (
          <Link to="/u/$username" params={{ username: standing.person.username }} className="pb-1 text-12">
            <Trans>Profile</Trans>
          </Link>
        )}
        {own && standing.provisional > 0 && (
          <span className="pb-1 text-12 text-ink-2">
            <Trans>{figure(standing.provisional)} provisional</Trans>
          </span>
        )}
      </div>
      <ShareBar parts={widthsOf(standing.byRule)} />
      <Legend
        of={SHARES.filter(({ key }) => sums[key] !== 0).map(({ key, label, colour }) => ({
          label: `${t(label)} ${figure(sums[key])}`,
          colour,
          mark: 'square' as const,
        }))}
      />
    </div>
  )
}

function Sums({ standing, season, onClose }: Props) {
  const { t } = useLingui()
  const id = standing.person.id
  const query = useQuery({ ...breakdownQuery(season, id ?? ''), enabled: id !== null })
  const name = standing.person.username ? `@${standing.person.username}` : t`Hidden tester`
  return (
    <Drawer title={name} note={<Trans>season {season}</Trans>} onClose={onClose}>
      <Head standing={standing} />
      <div className="min-h-0 flex-1 overflow-y-auto border-t border-line px-5 py-4">
        <h3 className="mb-3 text-13">{t`By rule`}</h3>
        {id === null ? (
          <Bars byRule={standing.byRule} />
        ) : (
          <Await
            query={query}
            skeleton={<SkeletonRows rows={4} />}
            failed={<Trans>Couldn’t load the sums.</Trans>}
          >
            {({ byRule }) => <Bars byRule={byRule} />}
          </Await>
        )}
        <p className="mt-4 text-12 text-ink-3">
          <Trans>
            Only the owner and administrators can see the entries. When a season is paid, members can download
            all entries without names or texts.
          </Trans>
        </p>
      </div>
    </Drawer>
  )
}

function Bars({ byRule }: { byRule: Record<string, number> }) {
  const { t } = useLingui()
  const rows = Object.entries(byRule).filter(([, points]) => points !== 0)
  return (
    <RowBars
      label={t`Points by rule`}
      bars={rows
        .toSorted(([, one], [, other]) => other - one)
        .map(([rule, points]) => ({
          key: rule,
          label: <span className="mono">{rule}</span>,
          value: points,
          colour: points < 0 ? 'var(--div-down)' : 'var(--viz-1)',
        }))}
    />
  )
}

const ledgerCsv = (entries: Entry[]) =>
  csv({
    head: [
      'seq',
      'at',
      'rule',
      'amount',
      'provisional',
      'issue',
      'reversalOf',
      'reversedBy',
      'sentence',
      'hash',
    ],
    rows: entries.map(entry => [
      entry.seq,
      entry.at,
      entry.rule,
      entry.amount,
      entry.provisional ? 'yes' : 'no',
      entry.issue ?? '',
      entry.reversalOf ?? '',
      entry.reversedBy ?? '',
      entry.sentence,
      entry.hash ?? '',
    ]),
  })
