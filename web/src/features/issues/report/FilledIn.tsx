import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { amountText } from '#/entities/evidence/amount'
import { walletWord } from '#/entities/evidence/messages'
import { type Evidence, isExplained } from '#/entities/evidence/schema'
import { tokenName } from '#/entities/evidence/SwapWords'
import { Facts } from '#/ui/Facts'
import { Panel } from '#/ui/Panel'

interface Props {
  evidence: Evidence
  /** As the form has them. */
  build: string | undefined
  walletKind: string
}

/** What need not be typed any more, each with where it came from. */
export function FilledIn({ evidence, build, walletKind }: Props) {
  const { t } = useLingui()
  const { network, quote, explanation } = evidence
  if (!isExplained(evidence)) return null
  const swap = explanation?.swap
  const native = network?.nativeSymbol ?? null
  const wallet = walletKind ? walletWord(walletKind) : undefined
  const router = explanation?.revert?.frames[0]?.label
  const facts: ({ name: ReactNode; value: ReactNode } | null)[] = [
    network && {
      name: <Trans>Network</Trans>,
      value: <Sourced value={network.name} source={<Trans>from the transaction</Trans>} />,
    },
    router
      ? {
          name: <Trans>Contract</Trans>,
          value: <Sourced value={router} source={<Trans>in the registry</Trans>} />,
        }
      : null,
    swap
      ? {
          name: <Trans>Tokens</Trans>,
          value: (
            <Sourced
              value={`${tokenName(swap.tokenIn, native)}, ${tokenName(swap.tokenOut, native)}`}
              source={<Trans>from the transaction</Trans>}
            />
          ),
        }
      : null,
    quote?.expectedOut && swap
      ? {
          name: <Trans>Quote</Trans>,
          value: (
            <Sourced
              value={`${amountText(quote.expectedOut, swap.tokenOut.decimals)} ${tokenName(swap.tokenOut, native)}`}
              source={<Trans>as you typed it</Trans>}
            />
          ),
        }
      : null,
    build
      ? {
          name: <Trans>Build</Trans>,
          value: (
            <Sourced
              value={evidence.build?.version ?? build}
              source={<Trans>as chosen in the report</Trans>}
            />
          ),
        }
      : null,
    wallet
      ? {
          name: <Trans>Wallet</Trans>,
          value: <Sourced value={t(wallet)} source={<Trans>as chosen in the report</Trans>} />,
        }
      : null,
  ]
  return (
    <Panel title={<Trans>Filled in for you</Trans>}>
      <Facts facts={facts.filter(fact => fact !== null)} />
    </Panel>
  )
}

function Sourced({ value, source }: { value: ReactNode; source: ReactNode }) {
  return (
    <>
      {value}
      <span className="block text-11 text-ink-3">{source}</span>
    </>
  )
}
