import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Ellipsis, Pencil, Power, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { useDeleteWidgetKey, useSaveWidgetKey } from '#/features/integrations/widget/api'
import type { WidgetKey } from '#/features/integrations/widget/model'
import { Button } from '#/ui/Button'
import { ConfirmDialog } from '#/ui/ConfirmDialog'
import { Menu, MenuItem, MenuRule } from '#/ui/Menu'
import { toast } from '#/ui/toasts'

interface Props {
  row: WidgetKey
  onEdit: () => void
}

/** Everything that is done to a key once it is there. */
export function WidgetKeyMenu({ row, onEdit }: Props) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const [deleting, setDeleting] = useState(false)
  const save = useSaveWidgetKey()
  const { id, name, origins, records, unsigned, isOn } = row
  const turn = () =>
    save.mutate(
      { id, name, origins, records, unsigned, isOn: !isOn },
      {
        onError: error =>
          toast({ tone: 'danger', title: t`${name} was not changed.`, detail: sayProblem(error) }),
      },
    )
  return (
    <>
      <Menu
        align="end"
        trigger={
          <Button
            size="small"
            kind="ghost"
            shape="icon"
            busy={save.isPending}
            aria-label={t`More about ${name}`}
            icon={<Ellipsis size={14} aria-hidden />}
          />
        }
      >
        <MenuItem icon={<Pencil size={14} aria-hidden />} onSelect={onEdit}>
          <Trans>Edit</Trans>
        </MenuItem>
        <MenuItem icon={<Power size={14} aria-hidden />} onSelect={turn}>
          {isOn ? t`Switch off` : t`Switch on`}
        </MenuItem>
        <MenuRule />
        <MenuItem danger icon={<Trash2 size={14} aria-hidden />} onSelect={() => setDeleting(true)}>
          <Trans>Delete</Trans>
        </MenuItem>
      </Menu>
      {deleting && <DeleteDialog row={row} onClose={() => setDeleting(false)} />}
    </>
  )
}

function DeleteDialog({ row, onClose }: { row: WidgetKey; onClose: () => void }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const remove = useDeleteWidgetKey()
  function deleteKey() {
    const onSuccess = () => {
      toast({ tone: 'success', title: t`${row.name} is deleted.` })
      onClose()
    }
    remove.mutate({ id: row.id }, { onSuccess })
  }
  return (
    <ConfirmDialog
      title={<Trans>Delete the key “{row.name}”?</Trans>}
      action={<Trans>Delete the key</Trans>}
      onConfirm={deleteKey}
      onClose={onClose}
      busy={remove.isPending}
      problem={sayProblem(remove.error)}
    >
      <Trans>Pages with this key show no widget.</Trans>{' '}
      {row.devices > 0 && (
        <Plural
          value={row.devices}
          one="# tester is signed out of it."
          other="# testers are signed out of it."
        />
      )}{' '}
      <Trans>Reports are not deleted. This cannot be undone.</Trans>
    </ConfirmDialog>
  )
}
