import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { problemFrom } from '#/backend/problem'
import { AccountName } from '#/features/wallet/AccountName'
import { isPayable, isSameWallet, type LinkedAccount, payoutQuery, useSetPayout } from '#/features/wallet/api'
import { FAMILY_NAMES } from '#/lib/wallet-family-names'
import { useWalletMessages } from '#/features/wallet/use-wallet-messages'
import { shortHash } from '#/lib/hash'
import { Await } from '#/ui/Await'
import { Button } from '#/ui/Button'
import { Radio } from '#/ui/Choice'
import { EmptyState } from '#/ui/EmptyState'
import { FormDialog } from '#/ui/FormDialog'
import { Panel } from '#/ui/Panel'
import { SkeletonRows } from '#/ui/Skeleton'
import { toast } from '#/ui/toasts'

interface Props {
  /** The wallets to choose from; missing while they are on their way. */
  accounts: LinkedAccount[] | undefined
}

/** Where a user is paid: one of their own wallets, or none yet. */
export function Payout({ accounts }: Props) {
  const query = useQuery(payoutQuery)
  const [choosing, setChoosing] = useState(false)

  return (
    <Panel flush title={<Trans>Payout</Trans>}>
      <Await
        query={query}
        skeleton={<SkeletonRows rows={1} />}
        failed={<Trans>Couldn’t load the payout address.</Trans>}
      >
        {({ wallet }) => {
          if (!accounts) return <SkeletonRows rows={1} />
          const chosen = accounts.find(account => wallet && isSameWallet(account, wallet))
          const payable = accounts.filter(isPayable)
          return (
            <>
              {chosen ? (
                <Chosen account={chosen} canChange={payable.length > 0} onChange={() => setChoosing(true)} />
              ) : (
                <NotChosen hasWallets={payable.length > 0} onChoose={() => setChoosing(true)} />
              )}
              {choosing && (
                <ChooseDialog accounts={payable} chosen={chosen} onClose={() => setChoosing(false)} />
              )}
            </>
          )
        }}
      </Await>
    </Panel>
  )
}

function NotChosen({ hasWallets, onChoose }: { hasWallets: boolean; onChoose: () => void }) {
  return (
    <EmptyState
      title={<Trans>No payout address yet</Trans>}
      actions={
        hasWallets && (
          <Button size="small" onClick={onChoose}>
            <Trans>Choose a wallet</Trans>
          </Button>
        )
      }
    >
      {hasWallets ? (
        <Trans>Choose one of your linked EVM wallets to receive rewards.</Trans>
      ) : (
        <Trans>
          Link an EVM wallet first. Rewards are paid on EVM networks, to an address that you have signed for.
        </Trans>
      )}
    </EmptyState>
  )
}

/** What others learn of a payout. */
function WhatBecomesPublic() {
  return (
    <Trans>
      When a season is paid, every member can see this address, your points and the amount, without your name.
      Members can compare the points with the leaderboard. The transfer is public on the network.
    </Trans>
  )
}

interface ChosenProps {
  account: LinkedAccount
  /** Whether there is a wallet to change to. */
  canChange: boolean
  onChange: () => void
}

function Chosen({ account, canChange, onChange }: ChosenProps) {
  const { t } = useLingui()
  const set = useSetPayout()
  const sayWallet = useWalletMessages()

  function remove() {
    set.mutate(null, {
      onSuccess: () => toast({ tone: 'success', title: t`You have no payout address now.` }),
      onError: error =>
        toast({ tone: 'danger', title: t`Couldn’t save the change.`, detail: sayWallet(problemFrom(error)) }),
    })
  }

  return (
    <div className="grid gap-3 px-4 pb-4">
      <div>
        <AccountName account={account} />
      </div>
      {isPayable(account) ? (
        <p className="max-w-[46ch] text-ink-2">
          <Trans>Rewards go to this address.</Trans> <WhatBecomesPublic />
        </p>
      ) : (
        <p className="max-w-[46ch] text-danger">
          <Trans>Rewards cannot be paid to this wallet. They are paid on EVM networks.</Trans>{' '}
          {canChange ? (
            <Trans>Change to an EVM wallet.</Trans>
          ) : (
            <Trans>Link an EVM wallet and choose it.</Trans>
          )}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {canChange && <Button size="small" onClick={onChange}>{t`Change`}</Button>}
        <Button kind="ghost" size="small" busy={set.isPending} onClick={remove}>{t`Remove`}</Button>
      </div>
    </div>
  )
}

interface ChooseProps {
  accounts: LinkedAccount[]
  chosen: LinkedAccount | undefined
  onClose: () => void
}

function ChooseDialog({ accounts, chosen, onClose }: ChooseProps) {
  const { t } = useLingui()
  const set = useSetPayout()
  const sayWallet = useWalletMessages()
  const [wish, setWish] = useState(chosen && isPayable(chosen) ? chosen : accounts[0])
  const isWished = (account: LinkedAccount) => wish !== undefined && isSameWallet(account, wish)

  function save() {
    if (!wish) return
    set.mutate(wish, {
      onSuccess: () => {
        toast({ tone: 'success', title: t`Rewards go to this wallet now.` })
        onClose()
      },
      onError: error =>
        toast({ tone: 'danger', title: t`Couldn’t save the change.`, detail: sayWallet(problemFrom(error)) }),
    })
  }

  return (
    <FormDialog
      title={<Trans>Where should rewards go?</Trans>}
      submit={<Trans>Save</Trans>}
      busy={set.isPending}
      problem={null}
      onSubmit={save}
      onClose={onClose}
    >
      <fieldset className="grid justify-items-start gap-2 pt-2">
        <legend className="sr-only">{t`Linked wallets`}</legend>
        {accounts.map(account => (
          <Radio
            key={`${account.family} ${account.address} ${account.chain ?? ''}`}
            name="payout"
            checked={isWished(account)}
            onChange={() => setWish(account)}
            data-autofocus={isWished(account) || undefined}
            label={<Words account={account} />}
          />
        ))}
      </fieldset>
      <p className="max-w-[52ch] text-12 text-ink-3">
        <WhatBecomesPublic />
      </p>
    </FormDialog>
  )
}

/** An address in one line; there is nothing to press in it, because it is a label itself. */
function Words({ account }: { account: LinkedAccount }) {
  const family = FAMILY_NAMES[account.family]
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      <span className="mono" title={account.shown}>
        {shortHash(account.shown)}
      </span>
      <span className="text-12 text-ink-3">
        {account.chain == null ? family : <Trans>Contract on chain {account.chain}</Trans>}
      </span>
    </span>
  )
}
