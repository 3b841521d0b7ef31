import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { networkDetailsQuery } from '#/entities/network/commands'
import { Contracts } from '#/features/networks/Contracts'
import { DecodeBench } from '#/features/networks/DecodeBench'
import { ImportFiles } from '#/features/networks/ImportFiles'
import { Tokens } from '#/features/networks/Tokens'
import { useTextInAddress } from '#/lib/use-in-address'
import { Await } from '#/ui/Await'
import { ButtonLink } from '#/ui/Button'
import { EmptyState } from '#/ui/EmptyState'
import { SelectField } from '#/ui/SelectField'
import { SkeletonRows } from '#/ui/Skeleton'

/** What the programme knows of each network: its contracts and tokens, and a bench to prove it. */
export function Registry() {
  const { t } = useLingui()
  const query = useQuery(networkDetailsQuery)
  const [chosen, setChosen] = useTextInAddress('network')
  return (
    <Await
      alone
      query={query}
      skeleton={<SkeletonRows rows={6} />}
      failed={<Trans>Couldn’t load the networks.</Trans>}
    >
      {rows => {
        const shown = rows.find(({ id }) => id === chosen) ?? rows[0]
        if (!shown)
          return (
            <div className="rounded-3 border border-line bg-panel pt-1">
              <EmptyState
                level={2}
                title={<Trans>No network yet.</Trans>}
                actions={
                  <ButtonLink to="/admin/settings/$tab" params={{ tab: 'networks' }}>
                    <Trans>Add the first network</Trans>
                  </ButtonLink>
                }
              >{t`Contracts and tokens belong to a network.`}</EmptyState>
            </div>
          )
        return (
          <>
            <DecodeBench network={shown} />
            {rows.length > 1 && (
              <div className="w-60 max-md:w-full">
                <SelectField
                  label={t`Network`}
                  value={shown.id}
                  onChange={event => setChosen(event.currentTarget.value)}
                >
                  {rows.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </SelectField>
              </div>
            )}
            <ImportFiles key={`files ${shown.id}`} network={shown} />
            <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]">
              <Contracts key={`contracts ${shown.id}`} network={shown} />
              <Tokens key={`tokens ${shown.id}`} network={shown} />
            </div>
          </>
        )
      }}
    </Await>
  )
}
