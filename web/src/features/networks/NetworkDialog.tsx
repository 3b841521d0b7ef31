import { Trans, useLingui } from '@lingui/react/macro'
import { Lock } from 'lucide-react'
import { useState } from 'react'
import { useSaveNetwork, useTestNodes } from '#/entities/network/commands'
import type { NetworkDetails, TestReport } from '#/entities/network/details'
import { knownChain } from '#/entities/network/known-chains'
import { NodeField } from '#/entities/network/NodeField'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { Checkbox } from '#/ui/Choice'
import { FormDialog } from '#/ui/FormDialog'
import { TextField } from '#/ui/TextField'
import { toast } from '#/ui/toasts'

// Not a word: every address begins so.
const SCHEME = 'https://'

interface Props {
  /** The one to change; otherwise a new one is made. */
  network: NetworkDetails | null
  onClose: () => void
  onSaved?: (id: string) => void
}

/** What a network is called and how it behaves. What a tried node says is filled in, and can be changed. */
export function NetworkDialog({ network, onClose, onSaved }: Props) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const save = useSaveNetwork()
  const test = useTestNodes()
  const [url, setUrl] = useState('')
  const [fields, setFields] = useState(() => fieldsFrom(network))
  const change = (part: Partial<Fields>) => setFields(before => ({ ...before, ...part }))

  function fill({ chainId }: TestReport) {
    if (!chainId || network) return
    const known = knownChain(chainId)
    change({
      chainId: String(chainId),
      ...(known && {
        name: known.name,
        explorerUrl: known.explorerUrl,
        nativeSymbol: known.nativeSymbol,
        confirmations: String(known.confirmations),
        blockTimeMs: String(known.blockTimeMs),
        isTestnet: known.isTestnet,
      }),
    })
  }

  function submit() {
    save.mutate(
      {
        ...(network ? { id: network.id } : { rpcUrls: [url.trim()] }),
        chainId: Number(fields.chainId),
        name: fields.name.trim(),
        isTestnet: fields.isTestnet,
        explorerUrl: fields.explorerUrl.trim(),
        nativeSymbol: fields.nativeSymbol.trim(),
        confirmations: Number(fields.confirmations),
        blockTimeMs: Number(fields.blockTimeMs),
        enabled: fields.enabled,
      },
      {
        onSuccess: saved => {
          // What its node can trace is found out now, so that the first proof is read as well as it can be.
          if (!network) test.mutate({ id: saved.id })
          toast({ tone: 'success', title: t`${saved.name} is saved.` })
          onSaved?.(saved.id)
          onClose()
        },
      },
    )
  }

  const text = (name: keyof Omit<Fields, 'isTestnet' | 'enabled'>) => ({
    name,
    value: fields[name],
    autoComplete: 'off',
    onChange: (event: { currentTarget: HTMLInputElement }) => change({ [name]: event.currentTarget.value }),
  })

  return (
    <FormDialog
      width="wide"
      onClose={onClose}
      title={network ? network.name : <Trans>New network</Trans>}
      submit={network ? <Trans>Save</Trans> : <Trans>Add the network</Trans>}
      busy={save.isPending}
      problem={sayProblem(save.error)}
      onSubmit={submit}
    >
      {!network && <NodeField value={url} onChange={setUrl} onTested={fill} autofocus required />}
      <div className="grid grid-cols-[minmax(0,1fr)_9rem] gap-3">
        <TextField {...text('name')} required maxLength={40} label={<Trans>Name</Trans>} />
        <TextField
          {...text('chainId')}
          required
          inputMode="numeric"
          pattern="[0-9]+"
          readOnly={!!network}
          label={<Trans>Chain ID</Trans>}
          after={network && <Lock size={12} strokeWidth={2.1} className="text-ink-3" aria-hidden />}
        />
      </div>
      <TextField
        {...text('explorerUrl')}
        type="url"
        placeholder={SCHEME}
        maxLength={300}
        label={<Trans>Explorer</Trans>}
        hint={<Trans>Without /tx. Links from testers are recognised by this host.</Trans>}
      />
      <div className="grid grid-cols-3 gap-3">
        <TextField {...text('nativeSymbol')} required maxLength={20} label={<Trans>Native coin</Trans>} />
        <TextField
          {...text('confirmations')}
          required
          type="number"
          min={1}
          max={1000}
          label={<Trans>Confirmations</Trans>}
        />
        <TextField
          {...text('blockTimeMs')}
          required
          type="number"
          min={50}
          max={600_000}
          label={<Trans>Block time, ms</Trans>}
        />
      </div>
      <div className="flex flex-wrap gap-x-5 gap-y-1.5">
        <Checkbox
          checked={fields.isTestnet}
          onChange={event => change({ isTestnet: event.currentTarget.checked })}
          label={<Trans>Test network (its coins have no value)</Trans>}
        />
        <Checkbox
          checked={fields.enabled}
          onChange={event => change({ enabled: event.currentTarget.checked })}
          label={<Trans>Searched when a hash is pasted</Trans>}
        />
      </div>
    </FormDialog>
  )
}

interface Fields {
  name: string
  chainId: string
  explorerUrl: string
  nativeSymbol: string
  confirmations: string
  blockTimeMs: string
  isTestnet: boolean
  enabled: boolean
}

const fieldsFrom = (network: NetworkDetails | null): Fields => ({
  name: network?.name ?? '',
  chainId: network ? String(network.chainId) : '',
  explorerUrl: network?.explorerUrl ?? '',
  nativeSymbol: network?.nativeSymbol ?? 'ETH',
  confirmations: String(network?.confirmations ?? 12),
  blockTimeMs: String(network?.blockTimeMs ?? 12_000),
  isTestnet: network?.isTestnet ?? true,
  enabled: network?.enabled ?? true,
})
