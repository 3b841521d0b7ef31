import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { networkDetailsQuery } from '#/entities/network/commands'
import { settingsQuery } from '#/entities/setting/queries'
import { AccessStep } from '#/features/start/AccessStep'
import { DoneStep } from '#/features/start/DoneStep'
import { NetworksStep } from '#/features/start/NetworksStep'
import { nextStep } from '#/features/start/next-step'
import { ProgrammeStep } from '#/features/start/ProgrammeStep'
import { Progress } from '#/features/start/Progress'
import { ResponseStep } from '#/features/start/ResponseStep'
import { after, type StepName, type StepProps } from '#/features/start/steps'
import { Await } from '#/ui/Await'
import { SkeletonRows } from '#/ui/Skeleton'

interface Props {
  /** The step in the address. Without one, the setup goes on where it was left. */
  step: StepName | undefined
  onStep: (step: StepName) => void
}

/** Leads through the settings that a new programme needs. Each step is saved when it is left. */
export function SetupWizard({ step, onStep }: Props) {
  const settings = useQuery(settingsQuery)
  const networks = useQuery(networkDetailsQuery)
  return (
    <Await
      alone
      query={settings}
      skeleton={<SkeletonRows rows={6} />}
      failed={<Trans>Couldn’t load the settings.</Trans>}
    >
      {rows => {
        if (!step && networks.isPending) return <SkeletonRows rows={6} />
        const at = step ?? nextStep(rows, networks.data?.length ?? 0)
        return (
          <div className="mx-auto grid w-full max-w-140 grid-cols-1 gap-6">
            <Progress at={at} />
            <Step key={at} at={at} rows={rows} onDone={() => onStep(after(at))} />
          </div>
        )
      }}
    </Await>
  )
}

function Step({ at, ...props }: StepProps & { at: StepName }) {
  switch (at) {
    case 'programme':
      return <ProgrammeStep {...props} />
    case 'networks':
      return <NetworksStep {...props} />
    case 'response':
      return <ResponseStep {...props} />
    case 'access':
      return <AccessStep {...props} />
    case 'done':
      return <DoneStep rows={props.rows} />
  }
}
