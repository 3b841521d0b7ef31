import { Trans, useLingui } from '@lingui/react/macro'
import { Ellipsis, KeyRound, Pencil, Power, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import {
  useEnableWebhook,
  useRemoveWebhook,
  useRollSecret,
  useSaveWebhook,
} from '#/features/integrations/webhooks/api'
import type { Webhook } from '#/features/integrations/webhooks/model'
import { Button } from '#/ui/Button'
import { ConfirmDialog } from '#/ui/ConfirmDialog'
import { Menu, MenuItem, MenuRule } from '#/ui/Menu'
import { toast } from '#/ui/toasts'

interface Props {
  row: Webhook
  onEdit: () => void
  onSecret: (name: string, secret: string, until: string | null) => void
}

/** Everything that is done to a webhook once it is there. */
export function WebhookMenu({ row, onEdit, onSecret }: Props) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const [removing, setRemoving] = useState(false)
  const enable = useEnableWebhook()
  const save = useSaveWebhook()
  const roll = useRollSecret()
  const failed = (error: unknown) =>
    toast({ tone: 'danger', title: t`${row.name} was not changed.`, detail: sayProblem(error) })
  const { id, name, preset, events } = row

  return (
    <>
      <Menu
        align="end"
        trigger={
          <Button
            size="small"
            kind="ghost"
            shape="icon"
            aria-label={t`More about ${name}`}
            icon={<Ellipsis size={14} aria-hidden />}
          />
        }
      >
        <MenuItem icon={<Pencil size={14} aria-hidden />} onSelect={onEdit}>
          <Trans>Edit</Trans>
        </MenuItem>
        {row.state === 'on' ? (
          <MenuItem
            icon={<Power size={14} aria-hidden />}
            onSelect={() => save.mutate({ id, name, preset, events, state: 'off' }, { onError: failed })}
          >{t`Switch off`}</MenuItem>
        ) : (
          <MenuItem
            icon={<Power size={14} aria-hidden />}
            onSelect={() =>
              enable.mutate(
                { id },
                {
                  onSuccess: () => toast({ tone: 'success', title: t`${name} is on again.` }),
                  onError: failed,
                },
              )
            }
          >{t`Switch on`}</MenuItem>
        )}
        {preset === 'json' && (
          <MenuItem
            icon={<KeyRound size={14} aria-hidden />}
            onSelect={() =>
              roll.mutate(
                { id },
                {
                  onSuccess: ({ secret, previousUntil }) => onSecret(name, secret, previousUntil),
                  onError: failed,
                },
              )
            }
          >{t`New secret`}</MenuItem>
        )}
        <MenuRule />
        <MenuItem danger icon={<Trash2 size={14} aria-hidden />} onSelect={() => setRemoving(true)}>
          <Trans>Remove</Trans>
        </MenuItem>
      </Menu>
      {removing && <RemoveDialog row={row} onClose={() => setRemoving(false)} />}
    </>
  )
}

function RemoveDialog({ row, onClose }: { row: Webhook; onClose: () => void }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const remove = useRemoveWebhook()
  function removeWebhook() {
    const onSuccess = () => {
      toast({ tone: 'success', title: t`${row.name} is removed.` })
      onClose()
    }
    remove.mutate({ id: row.id }, { onSuccess })
  }
  return (
    <ConfirmDialog
      title={<Trans>Remove {row.name}?</Trans>}
      action={<Trans>Remove the webhook</Trans>}
      onConfirm={removeWebhook}
      onClose={onClose}
      busy={remove.isPending}
      problem={sayProblem(remove.error)}
    >{t`Pending deliveries are not sent, and the delivery log is deleted.`}</ConfirmDialog>
  )
}
