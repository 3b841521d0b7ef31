import { Plural, Trans } from '@lingui/react/macro'
import type { CountedNetwork, Unreported } from '#/entities/unreported/schema'
import { figure, percent } from '#/lib/number'
import { Ago } from '#/ui/Ago'

/** The two numbers of the page, and what they are numbers of. */
export function Summary({ data, network }: { data: Unreported; network: string | undefined }) {
  const { build, reported, networks } = data
  if (!build) return null
  const { calls, failed, linked, rate, version } = build
  const rest = Math.max(failed - reported, 0)
  const [failures, reports] = [figure(failed), figure(reported)]
  const shown = networks.filter(({ id, block }) => block !== null && (!network || id === network))
  return (
    <section className="grid gap-x-6 gap-y-2 rounded-3 border border-line bg-panel px-5 py-4">
      <h2 className="text-28 font-semibold max-md:text-20">
        {version ? (
          <Trans>
            {failures} failed since {version},
          </Trans>
        ) : (
          <Trans>{failures} failed,</Trans>
        )}{' '}
        <span className="font-normal text-ink-3">
          <Trans>{reports} reported</Trans>
        </span>
      </h2>
      <p className="text-ink-2">
        <Plural value={calls} one="# call" other="# calls" />
        {rate && (
          <>
            {', '}
            <Trans>
              {percent(rate.share * 100, 1)} failed, {percent(rate.low * 100, 1)} to{' '}
              {percent(rate.high * 100, 1)} with 95 % confidence
            </Trans>
          </>
        )}
        {'. '}
        <Trans>Direct calls and smart accounts; calls through other contracts are not included.</Trans>
      </p>
      {failed > 0 && (
        <div>
          <div className="my-1.5 flex h-3 gap-0.5" aria-hidden>
            <i className="rounded-[2px] bg-(--viz-1)" style={{ flexGrow: Math.min(reported, failed) }} />
            <i className="rounded-[2px] bg-(--viz-ghost)" style={{ flexGrow: rest }} />
          </div>
          <p className="flex flex-wrap gap-x-5 gap-y-1 text-12 text-ink-2">
            <span>
              <b className="font-semibold text-ink">{reports}</b> <Trans>reported</Trans>
            </span>
            <span>
              <b className="font-semibold text-ink">{figure(rest)}</b> <Trans>not reported</Trans>
            </span>
            <span>
              <b className="font-semibold text-ink">{figure(linked)}</b>{' '}
              <Trans>of all failures from linked wallets of testers</Trans>
            </span>
          </p>
        </div>
      )}
      <Position networks={shown} />
    </section>
  )
}

/** How far the count is, and what is missing from it. */
function Position({ networks }: { networks: CountedNetwork[] }) {
  const missing = networks.reduce((sum, one) => sum + one.missing, 0)
  const [only] = networks
  return (
    <p className="text-12 text-ink-3">
      {networks.length === 1 && only ? (
        <Trans>
          {only.name}, counted up to block {figure(only.block ?? 0)}
        </Trans>
      ) : (
        <Plural value={networks.length} one="# network" other="# networks" />
      )}
      {networks.length === 1 && only?.countedAt && (
        <>
          {', '}
          <Ago at={only.countedAt} />
        </>
      )}
      {missing > 0 && (
        <>
          {'. '}
          <Plural
            value={missing}
            one="# block could not be counted and is not in the rate"
            other="# blocks could not be counted and are not in the rate"
          />
        </>
      )}
    </p>
  )
}
