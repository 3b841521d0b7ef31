import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Plus, TriangleAlert } from 'lucide-react'
import { useDeferredValue, useRef, useState } from 'react'
import { settingsQuery } from '#/entities/setting/queries'
import { AddWallets } from '#/features/access/wallet-list/AddWallets'
import { walletListQuery } from '#/features/access/wallet-list/api'
import { WalletTable } from '#/features/access/wallet-list/WalletTable'
import { figure } from '#/lib/number'
import { usePageCommands } from '#/lib/page-commands'
import { settings } from '#/lib/settings'
import { Await } from '#/ui/Await'
import { Button } from '#/ui/Button'
import { EmptyState } from '#/ui/EmptyState'
import { useTypedInAddress } from '#/lib/use-in-address'
import { Keys } from '#/ui/Keys'
import { Panel } from '#/ui/Panel'
import { SearchField } from '#/ui/SearchField'
import { SkeletonRows } from '#/ui/Skeleton'

/** The wallets whose owners may join: how many there are, who has come, and ways to add and remove. */
export function WalletList() {
  const { t } = useLingui()
  const field = useRef<HTMLInputElement>(null)
  const [adding, setAdding] = useState(false)
  const [search, setSearch] = useTypedInAddress('q')
  const sought = useDeferredValue(search.trim())
  const query = useInfiniteQuery(walletListQuery(sought))
  const rows = query.data?.pages.flatMap(page => page.rows)
  const first = query.data?.pages[0]
  const isEmpty = first?.total === 0
  usePageCommands([{ id: 'find', label: t`Find a wallet`, keys: ['/'], run: () => field.current?.focus() }])

  return (
    <Panel
      flush
      title={<Trans>Wallet list</Trans>}
      note={first?.total ? <Counts total={first.total} joined={first.joined ?? 0} /> : null}
      actions={
        <Button size="small" onClick={() => setAdding(true)} icon={<Plus size={14} aria-hidden />}>
          <Trans>Add wallets</Trans>
        </Button>
      }
    >
      <WhatItDoes isEmpty={isEmpty} />
      {!isEmpty && (
        <div className="px-4 pb-3 md:w-96">
          <SearchField
            ref={field}
            label={t`Find by the beginning of an address`}
            placeholder={t`Find by the beginning of an address`}
            value={search}
            onChange={event => setSearch(event.target.value)}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            maxLength={128}
            keys={<Keys of={['/']} />}
          />
        </div>
      )}
      <Await
        query={{ ...query, data: rows }}
        skeleton={<SkeletonRows rows={3} />}
        failed={<Trans>Couldn’t load the wallet list.</Trans>}
      >
        {wallets =>
          wallets.length > 0 ? (
            <>
              <WalletTable rows={wallets} />
              {query.hasNextPage && (
                <div className="border-t border-line-faint px-4 py-2.5">
                  <Button
                    size="small"
                    busy={query.isFetchingNextPage}
                    onClick={() => void query.fetchNextPage()}
                  >{t`Show more`}</Button>
                </div>
              )}
            </>
          ) : sought ? (
            <EmptyState title={<Trans>No wallet found.</Trans>}>
              <Trans>
                No wallet on the list starts with “{sought}”. A complete address is found in any spelling.
              </Trans>
            </EmptyState>
          ) : (
            <EmptyState
              title={<Trans>No wallets on the list.</Trans>}
              actions={
                <Button onClick={() => setAdding(true)}>
                  <Trans>Add the first wallets</Trans>
                </Button>
              }
            >{t`Paste addresses or upload a file: one per line, up to a million.`}</EmptyState>
          )
        }
      </Await>
      {adding && <AddWallets onClose={() => setAdding(false)} />}
    </Panel>
  )
}

function Counts({ total, joined }: { total: number; joined: number }) {
  return (
    <>
      <Plural value={total} one="# wallet" other="# wallets" /> · <Trans>{figure(joined)} joined</Trans>
    </>
  )
}

/** Whether the list is asked at all, as things are. */
function WhatItDoes({ isEmpty }: { isEmpty: boolean }) {
  const rows = useQuery(settingsQuery).data
  const mode = rows?.find(({ key }) => key === 'access.mode')?.value
  if (mode === 'wallets' && !settings.wallets)
    return (
      <p role="status" className="flex gap-2 px-4 pb-3 text-ink-2">
        <TriangleAlert size={14} strokeWidth={1.9} className="mt-[3px] flex-none text-warning" aria-hidden />
        <Trans>
          Wallet sign-in is off on this server, so the list has no effect. The operator can enable it with
          wallet_origins.
        </Trans>
      </p>
    )
  return (
    <p className="max-w-[76ch] px-4 pb-3 text-12 text-ink-3">
      {mode === 'wallets' ? (
        <Trans>
          Users who sign in with one of these wallets get an account, one per wallet. Invitations work as
          well.
        </Trans>
      ) : mode === 'open' ? (
        <Trans>Not used at the moment: anyone can create an account.</Trans>
      ) : (
        <Trans>Not used at the moment: new accounts need an invitation.</Trans>
      )}{' '}
      {mode !== undefined && mode !== 'wallets' && !isEmpty && (
        <Trans>Choose “Wallet list” for new accounts below.</Trans>
      )}
    </p>
  )
}
