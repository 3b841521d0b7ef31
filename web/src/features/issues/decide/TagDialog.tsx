import { Trans, useLingui } from '@lingui/react/macro'
import { trimmedFieldsOf } from '#/lib/form'
import { FormDialog } from '#/ui/FormDialog'
import { Keys } from '#/ui/Keys'
import { TextField } from '#/ui/TextField'

/** One more tag. */
export function TagDialog({ onClose, onDecide }: { onClose: () => void; onDecide: (tag: string) => void }) {
  const { t } = useLingui()
  return (
    <FormDialog
      title={<Trans>Add a tag</Trans>}
      label={t`Add a tag`}
      submit={<Trans>Add</Trans>}
      keys={<Keys of={['↵']} />}
      busy={false}
      problem={null}
      onSubmit={event => {
        const { tag } = trimmedFieldsOf(event, 'tag')
        if (tag) onDecide(tag)
      }}
      onClose={onClose}
    >
      <TextField name="tag" label={<Trans>Tag</Trans>} maxLength={40} data-autofocus autoComplete="off" />
    </FormDialog>
  )
}
