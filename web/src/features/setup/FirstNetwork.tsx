import { Trans } from '@lingui/react/macro'
import { QueryClient, QueryClientProvider, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { EvidenceById } from '#/entities/evidence/EvidenceById'
import { useLookUp } from '#/entities/evidence/use-evidence'
import type { TestReport } from '#/entities/network/details'
import { knownChain } from '#/entities/network/known-chains'
import { NodeField } from '#/entities/network/NodeField'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { keepNetwork } from '#/features/setup/first-network'
import type { StepProps } from '#/features/setup/step'
import { Button } from '#/ui/Button'
import { FormError } from '#/ui/FormError'
import { TextField } from '#/ui/TextField'

/** Tries a node, names its network, and reads a sample hash with it. */
export function FirstNetwork(props: StepProps) {
  const [queryClient] = useState(() => new QueryClient())
  return (
    <QueryClientProvider client={queryClient}>
      <NodeAndNames {...props} />
    </QueryClientProvider>
  )
}

function NodeAndNames({ draft, change }: StepProps) {
  const { sayProblem } = useProblemMessages()
  const [isGood, setGood] = useState(false)
  const keep = useMutation({
    mutationFn: () => keepNetwork(draft),
    onSuccess: networkId => change({ networkId }),
  })

  function fill({ ok, chainId }: TestReport) {
    setGood(ok)
    if (!ok || !chainId) return
    const known = knownChain(chainId)
    change({ chainId, ...(known && { networkName: known.name, explorerUrl: known.explorerUrl }) })
  }

  return (
    <>
      <p className="text-14 text-ink-2">
        <Trans>
          Connect a node so that pasted transactions can be explained. You can leave this empty and do it
          later.
        </Trans>
      </p>
      <NodeField
        autofocus
        size="large"
        value={draft.rpcUrl}
        onChange={rpcUrl => change({ rpcUrl, chainId: 0, networkId: '' })}
        onTested={fill}
      />
      {isGood && draft.chainId > 0 && (
        <>
          <div className="grid grid-cols-1 gap-3 md:grid-cols-2">
            <TextField
              name="networkName"
              required
              maxLength={40}
              autoComplete="off"
              readOnly={!!draft.networkId}
              value={draft.networkName}
              onChange={event => change({ networkName: event.currentTarget.value })}
              label={<Trans>Network</Trans>}
              after={
                knownChain(draft.chainId) && (
                  <span className="text-12 text-ink-3">
                    <Trans>found</Trans>
                  </span>
                )
              }
            />
            <TextField
              name="explorerUrl"
              type="url"
              maxLength={300}
              autoComplete="off"
              readOnly={!!draft.networkId}
              value={draft.explorerUrl}
              onChange={event => change({ explorerUrl: event.currentTarget.value })}
              label={<Trans>Explorer</Trans>}
            />
          </div>
          {draft.networkId ? (
            <SampleHash />
          ) : (
            <span>
              <Button busy={keep.isPending} onClick={() => keep.mutate()}>
                <Trans>Save and try a transaction</Trans>
              </Button>
            </span>
          )}
          <FormError>{sayProblem(keep.error)}</FormError>
        </>
      )}
    </>
  )
}

function SampleHash() {
  const { sayProblem } = useProblemMessages()
  const lookUp = useLookUp()
  const [text, setText] = useState('')
  const decode = () => text.trim() && !lookUp.isPending && lookUp.mutate({ text })
  return (
    <div className="grid gap-3">
      <TextField
        name="sample"
        mono
        size="large"
        autoComplete="off"
        spellCheck={false}
        placeholder="0x"
        value={text}
        onChange={event => setText(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key !== 'Enter' || !text.trim()) return
          event.preventDefault()
          decode()
        }}
        label={<Trans>A sample hash</Trans>}
        hint={<Trans>Paste any swap on that network to see what testers will see.</Trans>}
        after={
          <Button size="small" busy={lookUp.isPending} onClick={decode}>
            <Trans>Decode</Trans>
          </Button>
        }
      />
      <FormError>{sayProblem(lookUp.error)}</FormError>
      {lookUp.data && <EvidenceById compact id={lookUp.data.evidence.id} />}
    </div>
  )
}
