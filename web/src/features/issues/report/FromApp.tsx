import { Trans } from '@lingui/react/macro'
import type { Build } from '#/entities/build/schema'
import { Button } from '#/ui/Button'
import { Facts } from '#/ui/Facts'
import { Panel } from '#/ui/Panel'

interface Props {
  /** As the link has them; empty if it does not. */
  build: string
  chain: string
  /** The build and the name of the network of the programme that these are. */
  known: Build | undefined
  network: string | undefined
  onDrop: () => void
}

/** What the dapp's link says about build and chain. It is sent with the report unless its writer removes it. */
export function FromApp({ build, chain, known, network, onDrop }: Props) {
  const facts = [
    build && {
      name: <Trans>Build</Trans>,
      value: known ? (
        `${known.channel} ${known.version}`
      ) : (
        <>
          {build}
          <span className="block text-11 text-ink-3">
            <Trans>not in the programme’s list of builds</Trans>
          </span>
        </>
      ),
    },
    chain && { name: <Trans>Network</Trans>, value: network ?? <Trans>chain {chain}</Trans> },
  ]
  return (
    <Panel
      title={<Trans>From the app</Trans>}
      actions={
        <Button size="small" kind="ghost" onClick={onDrop}>
          <Trans>Leave out</Trans>
        </Button>
      }
    >
      <Facts facts={facts.filter(fact => fact !== '')} />
    </Panel>
  )
}
