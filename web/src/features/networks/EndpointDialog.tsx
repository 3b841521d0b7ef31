import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useSaveNetwork, useTestNodes } from '#/entities/network/commands'
import type { NetworkDetails } from '#/entities/network/details'
import { NodeField } from '#/entities/network/NodeField'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { FormDialog } from '#/ui/FormDialog'
import { toast } from '#/ui/toasts'

/** Adds a node to a network, behind those it has. */
export function EndpointDialog({ network, onClose }: { network: NetworkDetails; onClose: () => void }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const save = useSaveNetwork()
  const test = useTestNodes()
  const [url, setUrl] = useState('')

  function submit() {
    const { id, chainId, name, isTestnet, endpoints } = network
    const kept = endpoints.map((_, place) => `keep:${place}`)
    save.mutate(
      { id, chainId, name, isTestnet, rpcUrls: [...kept, url.trim()] },
      {
        onSuccess: () => {
          test.mutate({ id, place: endpoints.length })
          toast({ tone: 'success', title: t`Endpoint added to ${name}.` })
          onClose()
        },
      },
    )
  }

  return (
    <FormDialog
      width="wide"
      onClose={onClose}
      title={<Trans>New endpoint of {network.name}</Trans>}
      submit={<Trans>Add the endpoint</Trans>}
      busy={save.isPending}
      problem={sayProblem(save.error)}
      onSubmit={submit}
    >
      <NodeField value={url} onChange={setUrl} network={network.id} autofocus required />
    </FormDialog>
  )
}
