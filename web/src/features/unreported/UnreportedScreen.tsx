import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { FailureAlarms } from '#/entities/unreported/FailureAlarms'
import { unreportedQuery } from '#/entities/unreported/queries'
import type { Unreported } from '#/entities/unreported/schema'
import type { UnreportedAddress } from '#/features/unreported/address'
import { BuildRates } from '#/features/unreported/BuildRates'
import { Causes } from '#/features/unreported/Causes'
import { CountedNetworks } from '#/features/unreported/CountedNetworks'
import { SeenAndReported } from '#/features/unreported/SeenAndReported'
import { Summary } from '#/features/unreported/Summary'
import { Await } from '#/ui/Await'
import { EmptyState } from '#/ui/EmptyState'
import { Panel } from '#/ui/Panel'
import { SelectField } from '#/ui/SelectField'
import { SkeletonRows } from '#/ui/Skeleton'

interface Props extends UnreportedAddress {
  onChange: (address: UnreportedAddress) => void
}

/** What failed on the chains since a build, and how much of it was reported. */
export function UnreportedScreen({ build, network, onChange }: Props) {
  const query = useQuery(unreportedQuery(build, network))
  return (
    <Await
      alone
      query={query}
      skeleton={<SkeletonRows rows={8} />}
      failed={<Trans>Couldn’t load the failures.</Trans>}
    >
      {data => (
        <div className="grid grid-cols-1 gap-4" aria-busy={query.isPlaceholderData}>
          {data.build ? (
            <>
              <Choice data={data} network={network} onChange={onChange} />
              <FailureAlarms />
              <Summary data={data} network={network} />
              <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
                <BuildRates builds={data.builds} chosen={data.build.id} />
                <SeenAndReported days={data.days} />
              </div>
              <Causes key={data.build.id} data={data} />
            </>
          ) : (
            <Nothing isOn={data.networks.some(({ isOn }) => isOn)} />
          )}
          <CountedNetworks networks={data.networks} />
        </div>
      )}
    </Await>
  )
}

function Nothing({ isOn }: { isOn: boolean }) {
  return (
    <Panel flush title={<Trans>Failures on chain</Trans>}>
      <EmptyState
        title={isOn ? <Trans>No call was counted yet.</Trans> : <Trans>Calls are not counted.</Trans>}
      >
        {isOn ? (
          <Trans>Calls of your contracts appear here when they are confirmed.</Trans>
        ) : (
          <Trans>Count the calls of your contracts to see failures that were not reported.</Trans>
        )}
      </EmptyState>
    </Panel>
  )
}

interface ChoiceProps extends Pick<Props, 'onChange'> {
  data: Unreported
  network: string | undefined
}

function Choice({ data, network, onChange }: ChoiceProps) {
  const { t } = useLingui()
  const build = data.build?.id
  const counted = data.networks.filter(({ block }) => block !== null)
  return (
    <div className="flex flex-wrap gap-3 [&>*]:min-w-40 max-md:[&>*]:flex-1">
      <SelectField
        label={t`Since`}
        value={build}
        onChange={event => onChange({ build: event.target.value, ...(network ? { network } : {}) })}
      >
        {data.builds.map(({ id, version }) => (
          <option key={id} value={id}>
            {version ?? t`before the first build`}
          </option>
        ))}
      </SelectField>
      {counted.length > 1 && (
        <SelectField
          label={t`Network`}
          value={network ?? ''}
          onChange={event => onChange(event.target.value ? { network: event.target.value } : {})}
        >
          <option value="">{t`All networks`}</option>
          {counted.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
    </div>
  )
}
