import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { problemFrom } from '#/backend/problem'
import { AccountName } from '#/features/wallet/AccountName'
import {
  isSameWallet,
  type LinkedAccount,
  payoutQuery,
  useMakePrimary,
  useUnlink,
  walletAccountsQuery,
} from '#/features/wallet/api'
import { AskAboutFailures } from '#/features/wallet/AskAboutFailures'
import { Payout } from '#/features/wallet/Payout'
import { useWalletMessages } from '#/features/wallet/use-wallet-messages'
import type { WalletSettings } from '#/lib/settings'
import { Await } from '#/ui/Await'
import { Badge } from '#/ui/Badge'
import { Button } from '#/ui/Button'
import { Dialog } from '#/ui/Dialog'
import { EmptyState } from '#/ui/EmptyState'
import { Hash } from '#/ui/Hash'
import { Moment } from '#/ui/Moment'
import { Panel } from '#/ui/Panel'
import { SkeletonRows } from '#/ui/Skeleton'
import { DataTable } from '#/ui/DataTable'
import { toast } from '#/ui/toasts'

// As heavy as on the sign-in page, and as seldom wanted.
const LinkDialog = lazy(() => import('#/features/wallet/LinkDialog'))
const BrowserWallet = lazy(() => import('#/features/wallet/BrowserWallet'))

/** The addresses of the account: which there are, which is the first, and how they come and go. */
export function LinkedWallets({ settings }: { settings: WalletSettings }) {
  const query = useQuery(walletAccountsQuery)
  const [dialog, setDialog] = useState<'link' | 'connect' | null>(null)
  const addresses = query.data?.accounts.map(({ address }) => address) ?? []

  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]">
      <Panel
        flush
        title={<Trans>Linked wallets</Trans>}
        note={query.data?.accounts.length || undefined}
        actions={
          <Button size="small" onClick={() => setDialog('link')}>
            <Trans>Link a wallet</Trans>
          </Button>
        }
      >
        <Await
          query={query}
          skeleton={<SkeletonRows rows={2} />}
          failed={<Trans>Couldn’t load the wallets.</Trans>}
        >
          {({ accounts, canUnlink, restDays }) =>
            accounts.length > 0 ? (
              <Accounts accounts={accounts} canUnlink={canUnlink} restDays={restDays} />
            ) : (
              <EmptyState title={<Trans>No wallet yet</Trans>}>
                <Trans>Use a linked wallet to sign in and to show which transactions are yours.</Trans>
              </EmptyState>
            )
          }
        </Await>
      </Panel>
      <div className="grid gap-4">
        {(query.data || query.isPending) && <Payout accounts={query.data?.accounts} />}
        <AskAboutFailures inPanel />
        <Suspense fallback={<SkeletonRows rows={2} />}>
          <BrowserWallet linked={addresses} onConnect={() => setDialog('connect')} />
          {dialog && <LinkDialog settings={settings} purpose={dialog} onClose={() => setDialog(null)} />}
        </Suspense>
      </div>
    </div>
  )
}

interface AccountsProps {
  accounts: LinkedAccount[]
  canUnlink: boolean
  restDays: number
}

function Accounts({ accounts, canUnlink, restDays }: AccountsProps) {
  const { t } = useLingui()
  const [leaving, setLeaving] = useState<LinkedAccount | null>(null)
  const primary = useMakePrimary()
  const sayWallet = useWalletMessages()
  const paid = useQuery(payoutQuery).data?.wallet
  const pays = (account: LinkedAccount) => paid != null && isSameWallet(account, paid)

  // Each family has a primary address of its own: which one it is says something only if there are several.
  const hasRivals = ({ family }: LinkedAccount) =>
    accounts.length === 1 || accounts.filter(other => other.family === family).length > 1

  function makePrimary(account: LinkedAccount) {
    primary.mutate(account, {
      onError: error =>
        toast({ tone: 'danger', title: t`Couldn’t save the change.`, detail: sayWallet(problemFrom(error)) }),
    })
  }

  return (
    <>
      <DataTable
        caption={t`Linked wallets`}
        rows={accounts}
        keyOf={account => `${account.family} ${account.address} ${account.chain ?? ''}`}
        columns={[
          {
            head: t`Address`,
            cell: account => <AccountName account={account} pays={pays(account)} />,
          },
          {
            head: <span className="max-md:sr-only">{t`Linked`}</span>,
            cell: account => (
              <span className="text-ink-2 max-md:sr-only">
                <Moment at={new Date(account.linkedAt).toISOString()} />
              </span>
            ),
          },
          {
            action: true,
            cell: account => (
              <span className="inline-flex items-center gap-2">
                {account.isPrimary
                  ? hasRivals(account) && <Badge tone="gold">{t`Primary`}</Badge>
                  : // A contract is somewhere; what stands for a user is not.
                    account.chain == null && (
                      <Button size="small" busy={primary.isPending} onClick={() => makePrimary(account)}>
                        <Trans>Make primary</Trans>
                      </Button>
                    )}
                <Button size="small" onClick={() => setLeaving(account)}>
                  <Trans>Unlink</Trans>
                </Button>
              </span>
            ),
          },
        ]}
      />
      {leaving && (
        <UnlinkDialog
          account={leaving}
          pays={pays(leaving)}
          canUnlink={canUnlink}
          restDays={restDays}
          onClose={() => setLeaving(null)}
        />
      )}
    </>
  )
}

interface UnlinkProps {
  account: LinkedAccount
  /** Its owner is paid there. */
  pays: boolean
  canUnlink: boolean
  /** How long no other account gets it afterwards. */
  restDays: number
  onClose: () => void
}

/** Says what unlinking does, or why it cannot be done. */
function UnlinkDialog({ account, pays, canUnlink, restDays, onClose }: UnlinkProps) {
  const { t } = useLingui()
  const unlink = useUnlink()
  const sayWallet = useWalletMessages()

  function confirm() {
    unlink.mutate(account, {
      onSuccess: () => {
        toast({ tone: 'success', title: t`The wallet is unlinked.` })
        onClose()
      },
      onError: error =>
        toast({
          tone: 'danger',
          title: t`The wallet is still linked.`,
          detail: sayWallet(problemFrom(error)),
        }),
    })
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={<Trans>Unlink this wallet?</Trans>}
      footer={
        <>
          <Button kind="ghost" onClick={onClose}>
            {canUnlink ? <Trans>Keep it</Trans> : <Trans>Close</Trans>}
          </Button>
          {canUnlink && <Button kind="danger" busy={unlink.isPending} onClick={confirm}>{t`Unlink`}</Button>}
        </>
      }
    >
      <div className="grid gap-2">
        <p>
          <Hash value={account.shown} />
        </p>
        <p>
          {canUnlink ? (
            <Trans>
              You can no longer sign in with it, and its sessions end. Your first remaining wallet becomes the
              primary one.
            </Trans>
          ) : (
            <Trans>It is your only way to sign in. Set a password or link another wallet first.</Trans>
          )}
        </p>
        {canUnlink && restDays > 0 && (
          <p>
            <Plural
              value={restDays}
              one="For a day no other account can link it. You can at any time."
              other="For # days no other account can link it. You can at any time."
            />
          </p>
        )}
        {canUnlink && pays && (
          <p>{t`Rewards currently go to it. You’ll have no payout address until you choose another.`}</p>
        )}
      </div>
    </Dialog>
  )
}
