import { Trans, useLingui } from '@lingui/react/macro'
import { trimmedFieldsOf } from '#/lib/form'
import { Button } from '#/ui/Button'
import { Dialog } from '#/ui/Dialog'
import { Keys } from '#/ui/Keys'
import { TextField } from '#/ui/TextField'

/** One more tag. */
export function TagDialog({ onClose, onDecide }: { onClose: () => void; onDecide: (tag: string) => void }) {
  const { t } = useLingui()
  return (
    <Dialog
      open
      onClose={onClose}
      title={<Trans>Add a tag</Trans>}
      footer={
        <Button kind="primary" type="submit" form="tag-form" keys={<Keys of={['↵']} />}>
          <Trans>Add</Trans>
        </Button>
      }
    >
      <form
        id="tag-form"
        aria-label={t`Add a tag`}
        onSubmit={event => {
          event.preventDefault()
          const { tag } = trimmedFieldsOf(event, 'tag')
          if (tag) onDecide(tag)
        }}
      >
        <TextField name="tag" label={<Trans>Tag</Trans>} maxLength={40} data-autofocus autoComplete="off" />
      </form>
    </Dialog>
  )
}
