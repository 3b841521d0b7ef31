import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { PersonName } from '#/entities/person/PersonName'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { useRemoveWallet } from '#/features/access/wallet-list/api'
import type { ListedWallet } from '#/features/access/wallet-list/model'
import { shortHash } from '#/lib/hash'
import { Button } from '#/ui/Button'
import { ConfirmDialog } from '#/ui/ConfirmDialog'
import { Hash } from '#/ui/Hash'
import { Moment } from '#/ui/Moment'
import { DataTable } from '#/ui/DataTable'
import { toast } from '#/ui/toasts'

/** Some wallets of the list. */
export function WalletTable({ rows }: { rows: ListedWallet[] }) {
  const { t } = useLingui()
  const [leaving, setLeaving] = useState<ListedWallet | null>(null)
  return (
    <>
      <DataTable
        caption={t`Wallet list`}
        rows={rows}
        keyOf={row => row.address}
        columns={[
          { head: t`Address`, cell: row => <Address of={row.address} /> },
          {
            head: t`Label`,
            wide: true,
            cell: row => <span className="text-ink-2">{row.label || '–'}</span>,
          },
          { head: t`Joined`, cell: row => <Joined wallet={row} /> },
          {
            head: t`Added`,
            wide: true,
            cell: row => (
              <span className="text-ink-3">
                <Moment at={row.addedAt} />{' '}
                {row.addedBy && (
                  <Trans>
                    by <PersonName person={row.addedBy} plain />
                  </Trans>
                )}
              </span>
            ),
          },
          {
            action: true,
            cell: row => (
              <Button
                size="small"
                onClick={() => setLeaving(row)}
                aria-label={t`Remove ${shortHash(row.address)} from the list`}
              >{t`Remove`}</Button>
            ),
          },
        ]}
      />
      {leaving && <RemoveWallet wallet={leaving} onClose={() => setLeaving(null)} />}
    </>
  )
}

/** An address; that of a contract with its chain beside it. */
function Address({ of }: { of: string }) {
  const [address = of, chain] = of.split('@')
  return (
    <span className="inline-flex items-center gap-1.5">
      <Hash value={address} />
      {chain && (
        <span className="text-12 text-ink-3">
          <Trans>contract, chain {chain}</Trans>
        </span>
      )}
    </span>
  )
}

function Joined({ wallet: { joined } }: { wallet: ListedWallet }) {
  const { t } = useLingui()
  if (!joined) return <span className="text-ink-3">{t`not yet`}</span>
  if (!joined.id) return <span className="text-ink-3">{t`account removed`}</span>
  return (
    // A name that the server made is long, and the way to remove the wallet stays in sight.
    <span className="inline-flex max-w-56 min-w-0 max-md:max-w-24">
      <PersonName person={joined} />
    </span>
  )
}

function RemoveWallet({ wallet, onClose }: { wallet: ListedWallet; onClose: () => void }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const remove = useRemoveWallet()
  const done = () => {
    toast({ tone: 'success', title: t`Wallet removed from the list.` })
    onClose()
  }
  return (
    <ConfirmDialog
      title={<Trans>Remove this wallet?</Trans>}
      action={<Trans>Remove</Trans>}
      busy={remove.isPending}
      problem={sayProblem(remove.error)}
      onConfirm={() => remove.mutate(wallet.address, { onSuccess: done })}
      onClose={onClose}
    >
      <p className="mono break-all text-ink">{wallet.address}</p>
      <p className="mt-2">
        {wallet.joined ? (
          <Trans>Its owner has joined and keeps the account. To suspend them, use People.</Trans>
        ) : (
          <Trans>Its owner can no longer join with it. It can be added again.</Trans>
        )}
      </p>
    </ConfirmDialog>
  )
}
