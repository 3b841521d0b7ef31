import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { FoundContract } from '#/features/networks/files/proposal'
import { ROLE_LABEL } from '#/features/networks/messages'
import { type ComparedContract, ROLES, type Role } from '#/features/networks/model'
import { shortHash } from '#/lib/hash'
import { figure } from '#/lib/number'
import { Badge } from '#/ui/Badge'
import { Checkbox } from '#/ui/Choice'

interface Props {
  contract: FoundContract
  compared: ComparedContract
  isTicked: boolean
  onTick: (isOn: boolean) => void
  role: Role
  onRole: (role: Role) => void
}

/** A contract of a file: its name and address, what differs, and for a new one its role. */
export function ContractRow({ contract, compared, isTicked, onTick, role, onRole }: Props) {
  const { t } = useLingui()
  const { state, changes, registered, problem } = compared
  const name = registered?.name ?? contract.name
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 border-b border-line-faint py-2">
      <span className="flex min-w-0 flex-wrap items-center gap-x-2">
        <Checkbox
          checked={isTicked}
          disabled={state === 'refused'}
          onChange={event => onTick(event.currentTarget.checked)}
          label={<span className="[overflow-wrap:anywhere]">{name}</span>}
        />
        <span className="mono text-12 text-ink-3" title={contract.address}>
          {shortHash(contract.address)}
        </span>
      </span>
      {state === 'new' ? (
        <select
          aria-label={t`Role of ${name}`}
          value={role}
          onChange={event => onRole(event.currentTarget.value as Role)}
          className="h-(--control-sm) rounded-2 border border-line-strong bg-raised px-2 text-12 text-ink max-md:min-h-(--touch)"
        >
          {ROLES.map(one => (
            <option key={one} value={one}>
              {t(ROLE_LABEL[one])}
            </option>
          ))}
        </select>
      ) : (
        <Badge tone={state === 'refused' ? 'danger' : 'warning'}>
          {state === 'refused' ? <Trans>refused</Trans> : <Trans>differs</Trans>}
        </Badge>
      )}
      <p className="col-span-2 flex flex-wrap gap-x-3 pl-6 text-12 text-ink-3">
        {problem && <span className="text-danger">{problem}</span>}
        <AbiOf contract={contract} compared={compared} />
        {contract.firstBlock !== null && (
          <span>
            {changes.includes('firstBlock') && registered?.firstBlock != null ? (
              <Trans>
                First block {figure(contract.firstBlock)}, registered {figure(registered.firstBlock)}
              </Trans>
            ) : (
              <Trans>First block {figure(contract.firstBlock)}</Trans>
            )}
          </span>
        )}
        {changes.includes('name') && (
          <span>
            <Trans>“{contract.name}” in the files. Its name stays.</Trans>
          </span>
        )}
      </p>
    </li>
  )
}

function AbiOf({ contract, compared }: Pick<Props, 'contract' | 'compared'>) {
  const { functions, errors, changes } = compared
  if (contract.isAmbiguous)
    return (
      <span className="text-warning">
        <Trans>No ABI: several artifacts have this name.</Trans>
      </span>
    )
  if (functions === null || errors === null)
    return contract.abi === null ? (
      <span className="text-warning">
        <Trans>No ABI in the files</Trans>
      </span>
    ) : null
  return (
    <span>
      {changes.includes('abi') && (
        <>
          <Trans>Another ABI:</Trans>{' '}
        </>
      )}
      <Plural value={functions} one="# function" other="# functions" />,{' '}
      <Plural value={errors} one="# error" other="# errors" />
      {contract.implementation && (
        <>
          {' '}
          <Trans>with those of {contract.implementation}</Trans>
        </>
      )}
    </span>
  )
}
