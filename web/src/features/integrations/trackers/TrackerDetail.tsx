import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { useRemoveTracker, useTestTracker } from '#/features/integrations/api'
import { CopyLine } from '#/features/integrations/chat/CopyLine'
import type { Tracker, TrackerKind } from '#/entities/tracker/schema'
import { ServiceHead, ServiceState } from '#/features/integrations/ServiceHead'
import { TrackerDialog } from '#/features/integrations/trackers/TrackerDialog'
import { Button } from '#/ui/Button'
import { ConfirmDialog } from '#/ui/ConfirmDialog'
import { Moment } from '#/ui/Moment'
import { SecretDialog } from '#/ui/SecretDialog'
import { toast } from '#/ui/toasts'

interface Props {
  kind: TrackerKind
  name: string
  rows: Tracker[]
}

type Open =
  | { kind: 'write'; tracker: Tracker | null }
  | { kind: 'remove'; tracker: Tracker }
  | { kind: 'secret'; secret: string }
  | null

/** The places at one tracker that issues go to. */
export function TrackerDetail({ kind, name, rows }: Props) {
  const { t } = useLingui()
  const [open, setOpen] = useState<Open>(null)
  return (
    <div className="min-w-0">
      <ServiceHead
        name={name}
        note={
          <Trans>
            Create or link tracker issues from the issue page. Issues closed there wait here for your
            decision.
          </Trans>
        }
        actions={
          <Button
            size="small"
            onClick={() => setOpen({ kind: 'write', tracker: null })}
            icon={<Plus size={14} aria-hidden />}
          >{t`Connect`}</Button>
        }
      />
      {rows.length === 0 ? (
        <p className="border-t border-line-faint px-4 py-3.5 text-ink-2">
          <Trans>{name} is not connected.</Trans>
        </p>
      ) : (
        <ul>
          {rows.map(row => (
            <li key={row.id} className="border-t border-line-faint px-4 py-3.5">
              <OneTracker
                row={row}
                onEdit={() => setOpen({ kind: 'write', tracker: row })}
                onRemove={() => setOpen({ kind: 'remove', tracker: row })}
              />
            </li>
          ))}
        </ul>
      )}
      {open?.kind === 'write' && (
        <TrackerDialog
          kind={kind}
          name={name}
          tracker={open.tracker}
          onClose={() => setOpen(null)}
          onSaved={secret => setOpen(secret ? { kind: 'secret', secret } : null)}
        />
      )}
      {open?.kind === 'remove' && <RemoveDialog row={open.tracker} onClose={() => setOpen(null)} />}
      {open?.kind === 'secret' && (
        <SecretDialog
          title={<Trans>Secret for the webhook at {name}</Trans>}
          label={t`Secret`}
          value={open.secret}
          onClose={() => setOpen(null)}
        >{t`Enter it there with the URL. It proves that messages come from the tracker.`}</SecretDialog>
      )}
    </div>
  )
}

function OneTracker({ row, onEdit, onRemove }: { row: Tracker; onEdit: () => void; onRemove: () => void }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const test = useTestTracker()
  const run = () =>
    test.mutate(
      { id: row.id },
      {
        onSuccess: ({ ok, detail }) =>
          toast(
            ok
              ? { tone: 'success', title: t`${row.name} answers.`, detail }
              : { tone: 'danger', title: t`${row.name} returned an unexpected answer.`, detail },
          ),
        onError: error => toast({ tone: 'danger', title: t`The test failed.`, detail: sayProblem(error) }),
      },
    )
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{row.name}</span>
        <span className="mono text-ink-2">{row.project}</span>
        <ServiceState state={row.state} />
        <span className="ml-auto flex gap-2">
          <Button size="small" busy={test.isPending} onClick={run} aria-label={t`Test ${row.name}`}>
            <Trans>Test it</Trans>
          </Button>
          <Button size="small" kind="ghost" onClick={onEdit} aria-label={t`Edit ${row.name}`}>
            <Trans>Edit</Trans>
          </Button>
          <Button size="small" kind="ghost" onClick={onRemove} aria-label={t`Remove ${row.name}`}>
            <Trans>Remove</Trans>
          </Button>
        </span>
      </div>
      {row.problem && <p className="text-warning">{row.problem}</p>}
      <p className="text-12 text-ink-3">
        <Plural value={row.linked} one="# issue linked" other="# issues linked" />
        {row.waiting > 0 && (
          <>
            {' · '}
            <Trans>{row.waiting} on the way</Trans>
          </>
        )}
        {row.failed > 0 && (
          <>
            {' · '}
            <Trans>{row.failed} given up</Trans>
          </>
        )}
        {row.account && (
          <>
            {' · '}
            <Trans>writes as {row.account}</Trans>
          </>
        )}
        {row.lastSyncAt && (
          <>
            {' · '}
            <Trans>
              last message <Moment at={row.lastSyncAt} />
            </Trans>
          </>
        )}
        {row.endsAt && (
          <>
            {' · '}
            <Trans>
              access ends <Moment at={row.endsAt} />
            </Trans>
          </>
        )}
      </p>
      {row.webhookUrl && (
        <CopyLine label={<Trans>Webhook URL to enter there</Trans>} value={row.webhookUrl} />
      )}
    </div>
  )
}

function RemoveDialog({ row, onClose }: { row: Tracker; onClose: () => void }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const remove = useRemoveTracker()
  function disconnect() {
    const onSuccess = () => {
      toast({ tone: 'success', title: t`${row.name} is disconnected.` })
      onClose()
    }
    remove.mutate({ id: row.id }, { onSuccess })
  }
  return (
    <ConfirmDialog
      title={<Trans>Disconnect {row.name}?</Trans>}
      action={<Trans>Disconnect</Trans>}
      onConfirm={disconnect}
      onClose={onClose}
      busy={remove.isPending}
      problem={sayProblem(remove.error)}
    >
      <Plural
        value={row.linked}
        one="# issue will be unlinked. It stays unchanged in the tracker."
        other="# issues will be unlinked. They stay unchanged in the tracker."
      />
    </ConfirmDialog>
  )
}
