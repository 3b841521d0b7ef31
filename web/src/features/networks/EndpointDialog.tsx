import { Trans, useLingui } from '@lingui/react/macro'
import { type SubmitEvent, useState } from 'react'
import { useSaveNetwork, useTestNodes } from '#/entities/network/commands'
import type { NetworkDetails } from '#/entities/network/details'
import { NodeField } from '#/entities/network/NodeField'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { Button } from '#/ui/Button'
import { Complaint } from '#/ui/Complaint'
import { Dialog } from '#/ui/Dialog'
import { toast } from '#/ui/toasts'

/** Adds a node to a network, behind those it has. */
export function EndpointDialog({ network, onClose }: { network: NetworkDetails; onClose: () => void }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const save = useSaveNetwork()
  const test = useTestNodes()
  const [url, setUrl] = useState('')

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
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
    <Dialog
      open
      width="wide"
      onClose={onClose}
      title={<Trans>New endpoint of {network.name}</Trans>}
      footer={
        <>
          <Button kind="ghost" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button kind="primary" type="submit" form="endpoint" busy={save.isPending}>
            <Trans>Add the endpoint</Trans>
          </Button>
        </>
      }
    >
      <form id="endpoint" onSubmit={submit} className="grid gap-3.5">
        <NodeField value={url} onChange={setUrl} network={network.id} autofocus required />
        <Complaint>{sayProblem(save.error)}</Complaint>
      </form>
    </Dialog>
  )
}
