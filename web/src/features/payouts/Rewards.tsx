import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMoralis } from '#/backend/use-moralis'
import { rewardListQuery } from '#/entities/reward/queries'
import type { RewardExport } from '#/entities/reward/schema'
import { seasonsQuery } from '#/entities/season/queries'
import type { Season } from '#/entities/season/schema'
import { AmountsStep } from '#/features/payouts/AmountsStep'
import { BundleStep } from '#/features/payouts/BundleStep'
import { rulesOf } from '#/features/payouts/draft'
import { ExportPanel } from '#/features/payouts/ExportPanel'
import { PeopleStep } from '#/features/payouts/PeopleStep'
import { isSealed, SeasonStep } from '#/features/payouts/SeasonStep'
import { StepBar, STEPS } from '#/features/payouts/StepBar'
import { useDraft } from '#/features/payouts/use-draft'
import { useDebouncedValue } from '#/features/payouts/use-debounced-value'
import { WalletsStep } from '#/features/payouts/WalletsStep'
import { useTextInAddress } from '#/lib/use-in-address'
import { Await } from '#/ui/Await'
import { ButtonLink } from '#/ui/Button'
import { EmptyState } from '#/ui/EmptyState'
import { Panel } from '#/ui/Panel'
import { SelectField } from '#/ui/SelectField'
import { SkeletonRows } from '#/ui/Skeleton'

/** From a season's results to a published payout. */
export function Rewards() {
  const query = useQuery(seasonsQuery)
  return (
    <Await
      alone
      query={query}
      skeleton={
        <div className="rounded-3 border border-line bg-panel">
          <SkeletonRows rows={6} />
        </div>
      }
      failed={<Trans>Couldn’t load the seasons.</Trans>}
    >
      {seasons => <Chosen seasons={seasons.filter(({ state }) => state !== 'draft')} />}
    </Await>
  )
}

/** The newest whose results are sealed; otherwise the newest. */
const firstOf = (seasons: Season[]) => {
  const newest = seasons.toSorted((one, other) => other.number - one.number)
  return newest.find(isSealed) ?? newest[0]
}

function Chosen({ seasons }: { seasons: Season[] }) {
  const [number, setNumber] = useTextInAddress('season')
  const season = seasons.find(each => String(each.number) === number) ?? firstOf(seasons)
  const list = useQuery({ ...rewardListQuery(season?.number ?? 0), enabled: season !== undefined })
  if (!season)
    return (
      <Panel flush title={<Trans>Rewards</Trans>}>
        <EmptyState
          title={<Trans>No season yet.</Trans>}
          actions={
            <ButtonLink to="/admin/settings/$tab" params={{ tab: 'seasons' }}>
              <Trans>Plan the first season</Trans>
            </ButtonLink>
          }
        >
          <Trans>A payout is made from a season whose results are final.</Trans>
        </EmptyState>
      </Panel>
    )
  return (
    <>
      <div className="w-56 max-md:w-full">
        <SelectField
          label={<Trans>Season</Trans>}
          value={season.number}
          onChange={event => setNumber(event.target.value)}
        >
          {seasons
            .toSorted((one, other) => other.number - one.number)
            .map(each => (
              <option key={each.number} value={each.number}>
                {each.name}
              </option>
            ))}
        </SelectField>
      </div>
      {isSealed(season) ? (
        <Await
          alone
          query={list}
          skeleton={
            <div className="rounded-3 border border-line bg-panel">
              <SkeletonRows rows={6} />
            </div>
          }
          failed={<Trans>Couldn’t load the payouts of this season.</Trans>}
        >
          {rows => <SeasonPayout key={season.number} season={season} rows={rows} />}
        </Await>
      ) : (
        <SeasonStep season={season} />
      )}
    </>
  )
}

function SeasonPayout({ season, rows }: { season: Season; rows: RewardExport[] }) {
  const published = rows.find(({ state }) => state === 'published')
  const annulled = rows.filter(({ state }) => state === 'void')
  return (
    <>
      {published ? (
        <ExportPanel payout={published} />
      ) : (
        <Wizard season={season} built={rows.find(({ state }) => state === 'draft')} />
      )}
      {annulled.map(payout => (
        <ExportPanel key={payout.id} payout={payout} />
      ))}
    </>
  )
}

function Wizard({ season, built }: { season: Season; built: RewardExport | undefined }) {
  const { t } = useLingui()
  const { user } = useMoralis()
  const [wanted, setStep] = useTextInAddress('step')
  const step = STEPS.find(each => each === wanted) ?? (built ? 'bundle' : 'season')
  const { draft, change, forget } = useDraft(user?.objectId ?? '', season.number, built)
  const { rules, wrong } = rulesOf(season.number, draft)
  // Each look counts every tester: not one for each digit that is typed.
  const asked = useDebouncedValue(rules)
  const needsRules = step === 'people' || step === 'wallets' || step === 'bundle'
  return (
    <section aria-label={t`Steps of the payout`} className="grid grid-cols-1 gap-4">
      <StepBar step={step} ready={rules !== null} built={built !== undefined} onStep={setStep} />
      {step === 'season' && <SeasonStep season={season} />}
      {step === 'amounts' && <AmountsStep draft={draft} rules={asked} wrong={wrong} onChange={change} />}
      {needsRules && !rules && (
        <Panel flush title={<Trans>Amounts first</Trans>}>
          <EmptyState title={<Trans>Choose a token and a pool.</Trans>}>
            <Trans>Set these first to see who would be paid.</Trans>
          </EmptyState>
        </Panel>
      )}
      {rules && step === 'people' && <PeopleStep draft={draft} rules={rules} onChange={change} />}
      {rules && step === 'wallets' && <WalletsStep draft={draft} rules={rules} onChange={change} />}
      {step === 'bundle' && rules && (
        <BundleStep
          draft={draft}
          rules={rules}
          wrong={wrong}
          built={built}
          onChange={change}
          onPublished={forget}
        />
      )}
    </section>
  )
}
