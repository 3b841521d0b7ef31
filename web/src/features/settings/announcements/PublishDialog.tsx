import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Announcement } from '#/entities/announcement/schema'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { usePublishAnnouncement } from '#/features/settings/announcements/api'
import { WhoIsTold } from '#/features/settings/announcements/WhoIsTold'
import { Button } from '#/ui/Button'
import { Complaint } from '#/ui/Complaint'
import { Dialog } from '#/ui/Dialog'
import { toast } from '#/ui/toasts'

/** The last question before people are told. */
export function PublishDialog({ row, onClose }: { row: Announcement; onClose: () => void }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const publish = usePublishAnnouncement()
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
            detail: t`${plural(people, { one: '# person is told.', other: '# people are told.' })}`,
          })
          onClose()
        },
      },
    )
  return (
    <Dialog
      open
      onClose={onClose}
      title={<Trans>Publish “{row.title}”?</Trans>}
      footer={
        <>
          <Button kind="ghost" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button kind="primary" data-autofocus busy={publish.isPending} onClick={send}>
            <Trans>Publish</Trans>
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <p>
          <Trans>What was told cannot be called back; the announcement itself can be removed.</Trans>
        </p>
        <WhoIsTold reach={reach} />
        <Complaint>{sayProblem(publish.error)}</Complaint>
      </div>
    </Dialog>
  )
}
