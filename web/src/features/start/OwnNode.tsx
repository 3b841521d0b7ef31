import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { NETWORKS, testNodes, useSaveNetwork } from '#/entities/network/commands'
import type { TestReport } from '#/entities/network/details'
import { knownChain } from '#/entities/network/known-chains'
import { NodeField } from '#/entities/network/NodeField'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { Button } from '#/ui/Button'
import { FormError } from '#/ui/FormError'
import { TextField } from '#/ui/TextField'
import { toast } from '#/ui/toasts'

/** A network that is not on the list, or a node of the team. */
export function OwnNode({ isKnown }: { isKnown: (chainId: number) => boolean }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const cache = useQueryClient()
  const save = useSaveNetwork()
  const [url, setUrl] = useState('')
  const [chainId, setChainId] = useState(0)
  const [name, setName] = useState('')

  function found({ ok, chainId: answered }: TestReport) {
    const id = (ok && answered) || 0
    setChainId(id)
    setName(knownChain(id)?.name ?? '')
  }

  function add() {
    const { publicNodes: _, ...fields } = knownChain(chainId) ?? { isTestnet: true, publicNodes: [] }
    save.mutate(
      { chainId, ...fields, name: name.trim() || `Chain ${chainId}`, rpcUrls: [url.trim()] },
      {
        onSuccess: saved => {
          void testNodes({ id: saved.id }).finally(() => cache.invalidateQueries({ queryKey: NETWORKS }))
          toast({ tone: 'success', title: t`${saved.name} is saved.` })
          setUrl('')
          setChainId(0)
        },
      },
    )
  }

  return (
    <details className="rounded-3 border border-line px-4 py-3">
      <summary className="cursor-pointer text-13 font-medium">
        <Trans>Another network, or your own node</Trans>
      </summary>
      <div className="mt-3 grid grid-cols-1 gap-3">
        <NodeField
          value={url}
          onChange={typed => {
            setUrl(typed)
            setChainId(0)
          }}
          onTested={found}
        />
        {chainId > 0 &&
          (isKnown(chainId) ? (
            <p className="text-ink-2">
              <Trans>This network is already there. Add the node in Settings, under Networks.</Trans>
            </p>
          ) : (
            <>
              <TextField
                name="networkName"
                maxLength={40}
                autoComplete="off"
                value={name}
                onChange={event => setName(event.currentTarget.value)}
                label={<Trans>Name</Trans>}
              />
              <span>
                <Button busy={save.isPending} onClick={add}>
                  <Trans>Add the network</Trans>
                </Button>
              </span>
            </>
          ))}
        <FormError>{sayProblem(save.error)}</FormError>
      </div>
    </details>
  )
}
