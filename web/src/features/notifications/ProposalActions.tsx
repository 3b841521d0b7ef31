import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { anything, call } from '#/backend/call'
import { KEYS } from '#/entities/issue/cache'
import { NOTIFICATIONS } from '#/entities/notification/queries'
import type { Notification } from '#/entities/notification/schema'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { programmeQuery } from '#/entities/programme/queries'
import { trimmedFieldsOf } from '#/lib/form'
import { button, Button } from '#/ui/Button'
import { FormError } from '#/ui/FormError'
import { SelectField } from '#/ui/SelectField'
import { TextArea } from '#/ui/TextArea'
import { toast } from '#/ui/toasts'

type Decision =
  | { id: string; accept: true; build: string }
  | { id: string; accept: true; reason: string }
  | { id: string; accept: boolean }

function useDecide() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (decision: Decision) => call('trackerProposalDecide', decision, anything),
    onSettled: () =>
      Promise.all([NOTIFICATIONS, KEYS.all].map(queryKey => cache.invalidateQueries({ queryKey }))),
  })
}

/** What a tracker closed becomes fixed in a build, closed with a reason, or stays as it is. */
export function ProposalActions({ row, proposal }: { row: Notification; proposal: string }) {
  const { t } = useLingui()
  const [way, setWay] = useState<'fixed' | 'closed' | null>(null)
  const { sayProblem } = useProblemMessages()
  const decide = useDecide()
  const builds = useQuery(programmeQuery).data?.builds ?? []
  const send = (decision: Decision) =>
    decide.mutate(decision, {
      onSuccess: () => toast({ tone: 'success', title: t`#${row.issue?.number} is decided.` }),
    })

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const { build, reason } = trimmedFieldsOf(event, 'build', 'reason')
    send(way === 'fixed' ? { id: proposal, accept: true, build } : { id: proposal, accept: true, reason })
  }

  if (way !== null)
    return (
      <form onSubmit={submit} className="grid max-w-[68ch] gap-2.5">
        {way === 'fixed' ? (
          <SelectField name="build" label={<Trans>Fixed in which build?</Trans>} autoFocus>
            {builds.map(({ id, channel, version }) => (
              <option key={id} value={id}>
                {channel} {version}
              </option>
            ))}
          </SelectField>
        ) : (
          <TextArea
            name="reason"
            rows={3}
            required
            minLength={20}
            maxLength={2000}
            autoFocus
            defaultValue={row.data.excerpt ?? ''}
            label={<Trans>Reason</Trans>}
            hint={<Trans>Shown on the report, visible to everyone.</Trans>}
          />
        )}
        <FormError>{sayProblem(decide.error)}</FormError>
        <span className="flex gap-2">
          <Button size="small" type="submit" busy={decide.isPending}>
            {way === 'fixed' ? <Trans>Mark as fixed</Trans> : <Trans>Close the report</Trans>}
          </Button>
          <Button size="small" kind="ghost" onClick={() => setWay(null)}>
            <Trans>Cancel</Trans>
          </Button>
        </span>
      </form>
    )
  return (
    <div className="grid gap-2.5">
      <span className="flex flex-wrap gap-2">
        {row.data.kind === 'reopen' ? (
          <Button size="small" busy={decide.isPending} onClick={() => send({ id: proposal, accept: true })}>
            <Trans>Open it again</Trans>
          </Button>
        ) : (
          <>
            <Button size="small" onClick={() => setWay('fixed')}>
              <Trans>Fixed…</Trans>
            </Button>
            <Button size="small" onClick={() => setWay('closed')}>
              <Trans>Close…</Trans>
            </Button>
          </>
        )}
        <Button
          size="small"
          kind="ghost"
          busy={decide.isPending}
          onClick={() => send({ id: proposal, accept: false })}
        >{t`Leave as it is`}</Button>
        {row.data.url?.startsWith('https://') && (
          <a
            href={row.data.url}
            target="_blank"
            rel="noreferrer"
            className={button({ kind: 'ghost', size: 'small' })}
          >
            <ExternalLink size={14} strokeWidth={1.9} aria-hidden />
            {row.data.ref}
          </a>
        )}
      </span>
      <FormError>{sayProblem(decide.error)}</FormError>
    </div>
  )
}
