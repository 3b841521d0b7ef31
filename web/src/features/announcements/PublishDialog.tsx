import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Announcement } from '#/entities/announcement/schema'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { usePublishAnnouncement, useScheduleAnnouncement } from '#/features/announcements/api'
import { WhoIsTold } from '#/features/announcements/WhoIsTold'
import { exactTime } from '#/lib/time'
import { Button } from '#/ui/Button'
import { FormError } from '#/ui/FormError'
import { Dialog } from '#/ui/Dialog'
import { Segmented } from '#/ui/Segmented'
import { TextField } from '#/ui/TextField'
import { toast } from '#/ui/toasts'

/** What a field for a time holds, in UTC. */
const inUtc = (at: string) => at.slice(0, 16)
const fromUtc = (typed: string) => new Date(`${typed}Z`)

/** The last question before people are notified: now, or at a time to come. */
export function PublishDialog({ row, onClose }: { row: Announcement; onClose: () => void }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const publish = usePublishAnnouncement()
  const schedule = useScheduleAnnouncement()
  const [when, setWhen] = useState<'now' | 'later'>(row.publishAt ? 'later' : 'now')
  const [typed, setTyped] = useState(row.publishAt ? inUtc(row.publishAt) : '')
  const { kind, audience, build, fixes } = row
  const reach = {
    kind,
    audience,
    ...(build ? { build: build.id } : {}),
    ...(kind === 'release' ? { fixes: fixes.map(({ number }) => number) } : {}),
  }
  const send = () =>
    publish.mutate(
      { id: row.id },
      {
        onSuccess: ({ people }) => {
          toast({
            tone: 'success',
            title: t`“${row.title}” is published.`,
            detail: t`${plural(people, { one: '# person will be notified.', other: '# people will be notified.' })}`,
          })
          onClose()
        },
      },
    )
  const setTime = (at: Date | null) =>
    schedule.mutate(
      { id: row.id, at: at?.toISOString() ?? null },
      {
        onSuccess: () => {
          const title = at
            ? t`“${row.title}” is scheduled for ${exactTime(at)}.`
            : t`“${row.title}” stays a draft.`
          toast({ tone: 'success', title })
          onClose()
        },
      },
    )
  const time = fromUtc(typed)
  const isTime = !Number.isNaN(time.getTime())

  return (
    <Dialog
      open
      onClose={onClose}
      title={<Trans>Publish “{row.title}”?</Trans>}
      footer={
        <>
          <Button kind="ghost" onClick={onClose}>{t`Cancel`}</Button>
          {row.publishAt && (
            <Button busy={schedule.isPending} onClick={() => setTime(null)}>
              <Trans>Cancel the schedule</Trans>
            </Button>
          )}
          {when === 'now' ? (
            <Button kind="primary" data-autofocus busy={publish.isPending} onClick={send}>
              <Trans>Publish</Trans>
            </Button>
          ) : (
            <Button kind="primary" busy={schedule.isPending} disabled={!isTime} onClick={() => setTime(time)}>
              <Trans>Schedule</Trans>
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-3">
        <p>{t`Sent messages cannot be recalled. The announcement itself can be removed.`}</p>
        <span>
          <Segmented
            label={t`When`}
            value={when}
            onChange={setWhen}
            options={[
              { value: 'now', label: <Trans>Now</Trans> },
              { value: 'later', label: <Trans>Later</Trans> },
            ]}
          />
        </span>
        {when === 'later' && (
          <TextField
            type="datetime-local"
            value={typed}
            onChange={event => setTyped(event.target.value)}
            label={<Trans>Send at, UTC</Trans>}
            hint={<Trans>Sent within a minute of this time. The recipients are determined then.</Trans>}
          />
        )}
        <WhoIsTold reach={reach} />
        <FormError>{sayProblem(publish.error ?? schedule.error)}</FormError>
      </div>
    </Dialog>
  )
}
