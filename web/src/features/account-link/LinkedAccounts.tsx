import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { linksQuery, useConfirmLink, useRemoveLink, useStartLink } from '#/features/account-link/api'
import { type AccountLink, SERVICE_NAME } from '#/features/account-link/model'
import { Await } from '#/ui/Await'
import { Badge } from '#/ui/Badge'
import { button, Button } from '#/ui/Button'
import { FormError } from '#/ui/FormError'
import { Panel } from '#/ui/Panel'
import { SkeletonRows } from '#/ui/Skeleton'
import { toast } from '#/ui/toasts'

/** How often the page asks whether the other app has said who it is, in milliseconds. */
const ASK_EVERY = 2000

/** The accounts at chat services where a person gets their own messages. */
export function LinkedAccounts() {
  const [waitsFor, setWaitsFor] = useState<string | null>(null)
  const query = useQuery({ ...linksQuery, refetchInterval: waitsFor === null ? false : ASK_EVERY })
  return (
    <Panel flush title={<Trans>Linked accounts</Trans>}>
      <Await
        query={query}
        skeleton={<SkeletonRows rows={2} />}
        failed={<Trans>Couldn’t load the linked accounts.</Trans>}
      >
        {rows => {
          const offered = rows.filter(({ available, state }) => available || state !== 'none')
          return offered.length === 0 ? (
            <p className="px-4 pb-4 text-12 text-ink-3">
              <Trans>Discord and Telegram are not set up on this server.</Trans>
            </p>
          ) : (
            <ul>
              {offered.map(row => (
                <li key={row.service} className="grid gap-2 border-t border-line-faint px-4 py-3">
                  <OneLink row={row} onWait={isWaiting => setWaitsFor(isWaiting ? row.service : null)} />
                </li>
              ))}
            </ul>
          )
        }}
      </Await>
    </Panel>
  )
}

/** An address of the web, or nothing: what a server hands over must not run as a script. */
const webAddress = (address: string | null) =>
  address !== null && /^https?:\/\//.test(address) ? address : undefined

function OneLink({ row, onWait }: { row: AccountLink; onWait: (isWaiting: boolean) => void }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const start = useStartLink()
  const confirm = useConfirmLink()
  const remove = useRemoveLink()
  const service = SERVICE_NAME[row.service]
  const deepLink = webAddress(start.data?.deepLink ?? null)
  const code = start.data?.url ? null : (start.data?.code ?? null)
  const hasBegun = deepLink !== undefined || code !== null

  const begin = () =>
    start.mutate(row.service, {
      onSuccess: ({ url }) => {
        const page = webAddress(url)
        if (page) location.assign(page)
        else onWait(true)
      },
    })
  function end(said: string) {
    onWait(false)
    start.reset()
    toast({ tone: 'success', title: said })
  }

  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{service}</span>
        <State row={row} />
        <span className="ml-auto flex gap-2">
          {row.state === 'none' && !hasBegun && (
            <Button size="small" busy={start.isPending} onClick={begin} aria-label={t`Link ${service}`}>
              <Trans>Link</Trans>
            </Button>
          )}
          {row.state === 'broken' && (
            <Button
              size="small"
              busy={confirm.isPending}
              aria-label={t`Try ${service} again`}
              onClick={() =>
                confirm.mutate(row.service, {
                  onSuccess: ({ state }) => state === 'linked' && end(t`${service} accepts messages again.`),
                })
              }
            >{t`Try again`}</Button>
          )}
          {(row.state === 'linked' || row.state === 'broken') && (
            <Button
              size="small"
              kind="ghost"
              busy={remove.isPending}
              aria-label={t`Unlink ${service}`}
              onClick={() =>
                remove.mutate(row.service, { onSuccess: () => end(t`${service} is no longer linked.`) })
              }
            >{t`Unlink`}</Button>
          )}
        </span>
      </div>
      {row.state === 'none' && deepLink && (
        <Step>
          <Trans>Press Start in {service}, then come back here.</Trans>{' '}
          <a href={deepLink} target="_blank" rel="noreferrer" className={button({ size: 'small' })}>
            <ExternalLink size={14} strokeWidth={1.9} aria-hidden />
            <Trans>Open {service}</Trans>
          </a>
        </Step>
      )}
      {row.state === 'none' && code !== null && (
        <Step>
          <span className="min-w-0 flex-1">
            <Trans>
              Type <b className="mono font-medium text-ink">/link code:{code}</b> in {service}, then come back
              here.
            </Trans>
          </span>
        </Step>
      )}
      {row.state === 'pending' && (
        <Step>
          <span className="min-w-0 flex-1">
            <Trans>
              Is <b className="font-medium text-ink">{row.name}</b> you?
            </Trans>
          </span>
          <Button
            size="small"
            kind="primary"
            busy={confirm.isPending}
            onClick={() =>
              confirm.mutate(row.service, {
                onSuccess: ({ problem }) => end(problem ?? t`${service} is linked.`),
              })
            }
          >{t`Yes, link it`}</Button>
          <Button
            size="small"
            kind="ghost"
            busy={remove.isPending}
            onClick={() => remove.mutate(row.service, { onSuccess: () => end(t`Nothing was linked.`) })}
          >{t`No`}</Button>
        </Step>
      )}
      {row.problem && <p className="text-12 text-warning">{row.problem}</p>}
      <FormError>{sayProblem(start.error ?? confirm.error ?? remove.error)}</FormError>
    </>
  )
}

function Step({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-2 text-12 text-ink-2">{children}</div>
}

function State({ row }: { row: AccountLink }) {
  const { t } = useLingui()
  switch (row.state) {
    case 'linked':
      return (
        <>
          <span className="min-w-0 truncate text-ink-2">{row.name}</span>
          <Badge tone="success">{t`linked`}</Badge>
        </>
      )
    case 'broken':
      return (
        <>
          <span className="min-w-0 truncate text-ink-2">{row.name}</span>
          <Badge tone="warning">{t`not accepting messages`}</Badge>
        </>
      )
    case 'pending':
      return <Badge tone="info">{t`waiting for you`}</Badge>
    default:
      return <span className="text-12 text-ink-3">{t`not linked`}</span>
  }
}
