import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { NetworkDetails } from '#/entities/network/details'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { useImportRegistry } from '#/features/networks/api'
import { ContractRow } from '#/features/networks/ContractRow'
import type { Found } from '#/features/networks/files/proposal'
import { LeftOutList } from '#/features/networks/LeftOutList'
import type { RegistryPreview, Role } from '#/features/networks/model'
import { entriesOf } from '#/features/networks/proposal-entries'
import { TokenRow } from '#/features/networks/TokenRow'
import { figure } from '#/lib/number'
import { Button } from '#/ui/Button'
import { FormDialog } from '#/ui/FormDialog'
import { toast } from '#/ui/toasts'

/** What was found in files, and what the server says about each part of it. */
export interface Proposal {
  found: Found
  preview: RegistryPreview
}

interface Props {
  network: NetworkDetails
  proposal: Proposal
  onClose: () => void
}

const KINDS = ['contracts', 'tokens'] as const
type Kind = (typeof KINDS)[number]

/** A contract can be in a token list too, and has a tick in each. */
const keyOf = (kind: Kind, { address }: { address: string }) => `${kind} ${address.toLowerCase()}`

/** So many tokens are drawn at once; the rest at a press. */
const FIRST = 100

/** Contracts and tokens with ticks. New ones are ticked; those that differ wait for a decision. */
export function ProposalDialog({ network, proposal: { found, preview }, onClose }: Props) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const save = useImportRegistry()
  const contracts = found.contracts
    .map((contract, order) => ({ contract, compared: preview.contracts[order] }))
    .filter(row => row.compared !== undefined && row.compared.state !== 'same')
  const tokens = found.tokens
    .map((token, order) => ({ token, compared: preview.tokens[order] }))
    .filter(row => row.compared !== undefined && row.compared.state !== 'same')
  const same = found.contracts.length + found.tokens.length - contracts.length - tokens.length
  const [ticked, setTicked] = useState(
    () =>
      new Set(
        KINDS.flatMap(kind =>
          preview[kind].filter(({ state }) => state === 'new').map(one => keyOf(kind, one)),
        ),
      ),
  )
  const [roles, setRoles] = useState(
    () => new Map<string, Role>(found.contracts.map(({ address, role }) => [address, role])),
  )
  const [isWhole, setWhole] = useState(false)
  const isTicked = (kind: Kind) => (one: { address: string }) => ticked.has(keyOf(kind, one))
  const taken = {
    contracts: contracts.map(({ contract }) => contract).filter(isTicked('contracts')),
    tokens: tokens.map(({ token }) => token).filter(isTicked('tokens')),
  }
  const count = taken.contracts.length + taken.tokens.length

  function tick(kind: Kind, all: { address: string }[], isOn: boolean) {
    const next = new Set(ticked)
    for (const key of all.map(one => keyOf(kind, one))) {
      if (isOn) next.add(key)
      else next.delete(key)
    }
    setTicked(next)
  }

  const readyTokens = tokens.filter(({ compared }) => compared?.state !== 'refused').map(({ token }) => token)
  const areAllTicked = readyTokens.every(isTicked('tokens'))

  /** The role of a registered contract stays, so it is sent for new ones only. */
  const newRoles = () =>
    new Map(
      contracts
        .filter(({ compared }) => compared?.state === 'new')
        .map(({ contract }) => [contract.address, roles.get(contract.address) ?? contract.role]),
    )

  function submit() {
    save.mutate(entriesOf(network.id, taken, newRoles()), {
      onSuccess: ({ added, changed }) => {
        toast({
          tone: 'success',
          title: t`${figure(added)} added and ${figure(changed)} changed on ${network.name}.`,
        })
        onClose()
      },
    })
  }

  return (
    <FormDialog
      width="wide"
      onClose={onClose}
      title={<Trans>Import to {network.name}</Trans>}
      submit={<Plural value={count} _0="Nothing to import" one="Import # entry" other="Import # entries" />}
      busy={save.isPending}
      disabled={count === 0}
      problem={sayProblem(save.error)}
      onSubmit={submit}
    >
      {contracts.length + tokens.length === 0 && (
        <p>
          {same > 0 ? (
            <Trans>Everything in these files is registered already.</Trans>
          ) : (
            <Trans>
              No contract and no token of this network was found. Addresses come from broadcasts, Ignition
              deployments and token lists.
            </Trans>
          )}
        </p>
      )}
      {contracts.length > 0 && (
        <section aria-label={t`Contracts`}>
          <h3 className="mb-1 text-13 text-ink">
            <Trans>Contracts</Trans>{' '}
            <span className="font-normal text-ink-3">{figure(contracts.length)}</span>
          </h3>
          <ul className="border-t border-line-faint">
            {contracts.map(
              ({ contract, compared }) =>
                compared && (
                  <ContractRow
                    key={contract.address}
                    contract={contract}
                    compared={compared}
                    isTicked={isTicked('contracts')(contract)}
                    onTick={isOn => tick('contracts', [contract], isOn)}
                    role={roles.get(contract.address) ?? contract.role}
                    onRole={role => setRoles(new Map(roles).set(contract.address, role))}
                  />
                ),
            )}
          </ul>
        </section>
      )}
      {tokens.length > 0 && (
        <section aria-label={t`Tokens`}>
          <div className="mb-1 flex items-center gap-2">
            <h3 className="text-13 text-ink">
              <Trans>Tokens</Trans> <span className="font-normal text-ink-3">{figure(tokens.length)}</span>
            </h3>
            {tokens.length > 1 && (
              <span className="ml-auto">
                <Button kind="ghost" size="small" onClick={() => tick('tokens', readyTokens, !areAllTicked)}>
                  {areAllTicked ? <Trans>Clear all</Trans> : <Trans>Select all</Trans>}
                </Button>
              </span>
            )}
          </div>
          <ul className="border-t border-line-faint">
            {(isWhole ? tokens : tokens.slice(0, FIRST)).map(
              ({ token, compared }) =>
                compared && (
                  <TokenRow
                    key={token.address}
                    token={token}
                    compared={compared}
                    isTicked={isTicked('tokens')(token)}
                    onTick={isOn => tick('tokens', [token], isOn)}
                  />
                ),
            )}
          </ul>
          {!isWhole && tokens.length > FIRST && (
            <Button kind="ghost" size="small" onClick={() => setWhole(true)}>
              <Trans>Show all {figure(tokens.length)}</Trans>
            </Button>
          )}
        </section>
      )}
      {same > 0 && contracts.length + tokens.length > 0 && (
        <p className="text-12 text-ink-3">
          <Plural
            value={same}
            one="# entry is registered with the same values."
            other="# entries are registered with the same values."
          />
        </p>
      )}
      <LeftOutList leftOut={found.leftOut} />
    </FormDialog>
  )
}
