import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { NETWORKS, networkDetailsQuery, saveNetwork, testNodes } from '#/entities/network/commands'
import { knownChain, publicChains } from '#/entities/network/known-chains'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { OwnNode } from '#/features/start/OwnNode'
import { StepForm } from '#/features/start/StepForm'
import type { StepProps } from '#/features/start/steps'
import { Checkbox } from '#/ui/Choice'

/** Which chains are read, and by whose nodes. */
export function NetworksStep({ onDone }: StepProps) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const known = useQuery(networkDetailsQuery).data ?? []
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [isAgreed, setAgreed] = useState(false)
  const { add, isAdding, problem, silent } = useAddChains()
  const isKnown = (chainId: number) => known.some(network => network.chainId === chainId)

  const toggle = (chainId: number, on: boolean) =>
    setChosen(on ? [...chosen, chainId] : chosen.filter(other => other !== chainId))

  async function submit() {
    const all = await add(chosen.filter(chainId => !isKnown(chainId)))
    setChosen([])
    if (all) onDone()
  }

  return (
    <StepForm
      step="networks"
      title={t`Which networks do they use?`}
      busy={isAdding}
      problem={sayProblem(problem)}
      onSubmit={() => void submit()}
    >
      <p className="text-14 text-ink-2">
        <Trans>
          Pasted transactions are looked up on these networks. Public nodes are enough to begin. A node that
          can trace explains more failures.
        </Trans>
      </p>
      <fieldset>
        <legend className="mb-2 text-13 font-medium">
          <Trans>Well-known networks</Trans>
        </legend>
        <ul className="grid grid-cols-1 gap-x-4 gap-y-1.5 md:grid-cols-2">
          {publicChains().map(([chainId, chain]) => (
            <li key={chainId} className="min-w-0">
              <Checkbox
                checked={isKnown(chainId) || chosen.includes(chainId)}
                disabled={isKnown(chainId)}
                onChange={event => toggle(chainId, event.currentTarget.checked)}
                label={<ChainLabel chainId={chainId} isAdded={isKnown(chainId)} name={chain.name} />}
              />
            </li>
          ))}
        </ul>
      </fieldset>
      {chosen.length > 0 && (
        <Checkbox
          required
          checked={isAgreed}
          onChange={event => setAgreed(event.currentTarget.checked)}
          label={
            <span>
              <Trans>
                Use these public nodes. Their operators see the hashes and addresses that testers paste:{' '}
                {hostsOf(chosen)}
              </Trans>
            </span>
          }
        />
      )}
      {silent.length > 0 && (
        <p role="status" className="text-14 text-warning">
          <Trans>
            Added, but the node did not answer: {silent.join(', ')}. Check it later in Settings, under
            Networks, or continue.
          </Trans>
        </p>
      )}
      <OwnNode isKnown={isKnown} />
    </StepForm>
  )
}

function ChainLabel({ chainId, isAdded, name }: { chainId: number; isAdded: boolean; name: string }) {
  return (
    <span className="min-w-0">
      {name} <span className="mono text-12 text-ink-3">{chainId}</span>
      {isAdded && (
        <span className="ml-1.5 text-12 text-ink-3">
          <Trans>added</Trans>
        </span>
      )}
    </span>
  )
}

/** The hosts that would be asked. */
const hostsOf = (chains: readonly number[]) =>
  [...new Set(chains.flatMap(id => knownChain(id)?.publicNodes ?? []).map(url => new URL(url).host))].join(
    ', ',
  )

/** Adds chains with their public nodes, and tries the nodes. */
function useAddChains() {
  const cache = useQueryClient()
  const [isAdding, setAdding] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const [silent, setSilent] = useState<string[]>([])

  /** Returns whether all of them answer. */
  async function add(chains: number[]): Promise<boolean> {
    setAdding(true)
    setProblem(null)
    const quiet: string[] = []
    try {
      for (const chainId of chains) {
        const chain = knownChain(chainId)
        if (!chain) continue
        const { publicNodes, ...fields } = chain
        const saved = await saveNetwork({ chainId, ...fields, rpcUrls: publicNodes })
        const tested = await testNodes({ id: saved.id })
        if (!tested.some(({ ok }) => ok)) quiet.push(chain.name)
      }
    } catch (thrown) {
      setProblem(thrown)
      return false
    } finally {
      setSilent(quiet)
      setAdding(false)
      await cache.invalidateQueries({ queryKey: NETWORKS })
    }
    return quiet.length === 0
  }

  return { add, isAdding, problem, silent }
}
