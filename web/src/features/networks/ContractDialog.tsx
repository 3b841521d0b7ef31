import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ChangeEvent, type SubmitEvent, useState } from 'react'
import { buildsQuery } from '#/entities/build/queries'
import type { NetworkDetails } from '#/entities/network/details'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { useRemoveContract, useSaveContract } from '#/features/networks/api'
import { ROLE_LABEL } from '#/features/networks/messages'
import { type Contract, ROLES, type Role } from '#/features/networks/model'
import { trimmedFieldsOf } from '#/lib/form'
import { Checkbox } from '#/ui/Choice'
import { ConfirmedButton } from '#/ui/ConfirmedButton'
import { FormDialog } from '#/ui/FormDialog'
import { SelectField } from '#/ui/SelectField'
import { TextArea } from '#/ui/TextArea'
import { TextField } from '#/ui/TextField'
import { toast } from '#/ui/toasts'

// Not a word: an ABI is the same in every language.
const ABI = '[{"type":"error", …}]'

/** The longest interface the server takes, in bytes. */
const LONGEST_ABI = 512 * 1024

interface Props {
  network: NetworkDetails
  contract: Contract | null
  onClose: () => void
}

/** Names a contract, says what it is for, and takes its ABI. */
export function ContractDialog({ network, contract, onClose }: Props) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const save = useSaveContract()
  const remove = useRemoveContract()
  const builds = useQuery(buildsQuery).data?.filter(({ ordinal }) => ordinal > 0) ?? []
  const [abi, setAbi] = useState('')
  const [enabled, setEnabled] = useState(contract?.enabled ?? true)
  const isLong = new Blob([abi]).size > LONGEST_ABI

  async function takeFile(event: ChangeEvent<HTMLInputElement>) {
    const file = event.currentTarget.files?.[0]
    if (file) setAbi(await file.text())
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    if (isLong) return
    const { name, role, address, firstBuild } = trimmedFieldsOf(
      event,
      'name',
      'role',
      'address',
      'firstBuild',
    )
    save.mutate(
      {
        ...(contract ? { id: contract.id } : {}),
        network: network.id,
        name,
        role: role as Role,
        address,
        enabled,
        ...(abi.trim() ? { abi } : {}),
        ...(firstBuild ? { firstBuild } : {}),
      },
      {
        onSuccess: () => {
          toast({ tone: 'success', title: t`${name} is saved.` })
          onClose()
        },
      },
    )
  }

  function takeAway({ id, name }: Contract) {
    remove.mutate(
      { id },
      {
        onSuccess: () => {
          toast({ tone: 'success', title: t`${name} is removed.` })
          onClose()
        },
      },
    )
  }

  return (
    <FormDialog
      width="wide"
      onClose={onClose}
      title={contract ? contract.name : <Trans>New contract on {network.name}</Trans>}
      submit={contract ? <Trans>Save</Trans> : <Trans>Add the contract</Trans>}
      busy={save.isPending}
      problem={sayProblem(save.error)}
      before={
        contract && (
          <ConfirmedButton
            kind="ghost"
            label={<Trans>Remove</Trans>}
            title={<Trans>Remove {contract.name}?</Trans>}
            action={<Trans>Remove the contract</Trans>}
            busy={remove.isPending}
            problem={sayProblem(remove.error)}
            onConfirm={() => takeAway(contract)}
          >{t`Explanations of transactions no longer use its name and its ABI.`}</ConfirmedButton>
        )
      }
      onSubmit={submit}
    >
      <div className="grid grid-cols-2 gap-3">
        <TextField
          name="name"
          required
          data-autofocus
          maxLength={60}
          autoComplete="off"
          defaultValue={contract?.name}
          label={<Trans>Name</Trans>}
        />
        <SelectField name="role" defaultValue={contract?.role ?? 'router'} label={<Trans>Role</Trans>}>
          {ROLES.map(role => (
            <option key={role} value={role}>
              {t(ROLE_LABEL[role])}
            </option>
          ))}
        </SelectField>
      </div>
      <TextField
        name="address"
        required
        mono
        pattern="\s*0x[0-9a-fA-F]{40}\s*"
        title={t`0x and 40 hex digits`}
        autoComplete="off"
        spellCheck={false}
        placeholder="0x"
        defaultValue={contract?.address}
        label={<Trans>Address</Trans>}
      />
      <TextArea
        name="abi"
        rows={5}
        spellCheck={false}
        value={abi}
        onChange={event => setAbi(event.currentTarget.value)}
        placeholder={ABI}
        label={<Trans>ABI</Trans>}
        error={isLong && <Trans>The ABI is too large: at most 512 kB.</Trans>}
        hint={
          contract?.hasAbi ? (
            <Trans>An ABI is saved. Paste another to replace it, or leave this empty.</Trans>
          ) : (
            <Trans>Paste the array or a compiler’s output. Errors are then shown by name.</Trans>
          )
        }
      />
      <div className="grid grid-cols-2 items-end gap-3">
        <label className="grid gap-1.5 text-12 font-medium text-ink-2">
          <Trans>Or upload a file</Trans>
          <input
            type="file"
            accept=".json,.abi,application/json"
            onChange={event => void takeFile(event)}
            className="min-w-0 text-12 text-ink-2 file:mr-2 file:h-(--control-sm) file:rounded-2 file:border file:border-line-strong file:bg-raised file:px-2 file:text-12 file:text-ink"
          />
        </label>
        <SelectField
          name="firstBuild"
          defaultValue={contract?.firstBuild?.id ?? ''}
          label={<Trans>First build</Trans>}
        >
          <option value="">–</option>
          {builds.map(({ id, channel, version }) => (
            <option key={id} value={id}>
              {channel} {version}
            </option>
          ))}
        </SelectField>
      </div>
      <Checkbox
        checked={enabled}
        onChange={event => setEnabled(event.currentTarget.checked)}
        label={<Trans>Used when reverts are read</Trans>}
      />
    </FormDialog>
  )
}
