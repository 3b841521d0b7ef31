import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CircleX } from 'lucide-react'
import { tokenText } from '#/entities/reward/amount'
import { FileButtons } from '#/entities/reward/FileButtons'
import { ownRewardsQuery, rewardListQuery } from '#/entities/reward/queries'
import type { RewardExport } from '#/entities/reward/schema'
import { OwnPayout } from '#/features/leaderboard/payout/OwnPayout'
import { dayOf } from '#/lib/time'
import { Await } from '#/ui/Await'
import { Band } from '#/ui/Band'
import { Facts } from '#/ui/Facts'
import { Hash } from '#/ui/Hash'
import { Panel } from '#/ui/Panel'
import { SkeletonRows } from '#/ui/Skeleton'

/** The payouts of a sealed season: the reader's own line, what everybody can check, and what was taken back. */
export function SeasonPayouts({ season }: { season: number }) {
  const list = useQuery(rewardListQuery(season))
  const mine = useQuery(ownRewardsQuery(season))
  // Nothing was promised: until something is published there is nothing to show.
  const published = list.data?.find(({ state }) => state === 'published')
  const annulled = list.data?.filter(({ state }) => state === 'void') ?? []
  if (!published && annulled.length === 0) return null
  const own = mine.data?.filter(({ export: payout }) => payout.id === published?.id) ?? []
  return (
    <div className="mb-4 grid grid-cols-1 gap-4">
      {annulled.map(payout => (
        <Void key={payout.id} payout={payout} />
      ))}
      {published && (
        <>
          <Await
            alone
            query={mine}
            skeleton={
              <div className="rounded-3 border border-line bg-panel">
                <SkeletonRows rows={3} />
              </div>
            }
            failed={<Trans>Couldn’t load your payout.</Trans>}
          >
            {() => own.map(reward => <OwnPayout key={reward.export.id} reward={reward} />)}
          </Await>
          <Whole payout={published} />
        </>
      )}
    </div>
  )
}

function Void({ payout }: { payout: RewardExport }) {
  return (
    <Band
      tone="danger"
      icon={<CircleX size={16} strokeWidth={1.75} aria-hidden />}
      title={<Trans>The payout published on {dayOf(payout.publishedAt ?? '')} is void.</Trans>}
    >
      {payout.voidReason} <Trans>Its root:</Trans> <Hash value={payout.root} />
    </Band>
  )
}

/** What everybody sees of it. */
function Whole({ payout }: { payout: RewardExport }) {
  const { token, unit, sum, leafCount } = payout
  return (
    <Panel
      title={<Trans>Payout of the season</Trans>}
      note={
        <>
          <Trans>
            {tokenText(sum, token.decimals, unit)} {token.symbol} to
          </Trans>{' '}
          <Plural value={leafCount} one="# person" other="# people" />
        </>
      }
    >
      <p className="mb-3 max-w-[75ch] text-ink-2">{payout.rulesText}</p>
      <Facts
        facts={[
          { name: <Trans>Root</Trans>, value: <Hash value={payout.root} /> },
          { name: <Trans>Season file</Trans>, value: <Hash value={payout.fileSha256} /> },
          ...(payout.distributor
            ? [{ name: <Trans>Contract</Trans>, value: <Hash value={payout.distributor} /> }]
            : []),
        ]}
      />
      <p className="mt-3 mb-3 max-w-[75ch] text-12 text-ink-3">
        <Trans>
          The season file has every entry and every amount. Save it and run <code className="mono text-ink-2">touchstone verify</code> on it to compute the root without this server.
        </Trans>
      </p>
      <FileButtons of={payout} only={['season', 'tree', 'amounts']} />
    </Panel>
  )
}
