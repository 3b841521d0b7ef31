import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { fieldsOf } from '#/lib/form'
import { Button } from '#/ui/Button'
import { Complaint } from '#/ui/Complaint'
import { Dialog } from '#/ui/Dialog'
import { TextField } from '#/ui/TextField'

/** The server takes no other addresses: a link is followed by a click. */
const ADDRESS = 'https://.*'

interface Props {
  busy: boolean
  problem: ReactNode
  onClose: () => void
  onDecide: (link: { system: string; key: string; url: string }) => void
}

/** Says where else an issue is known. */
export function LinkDialog({ busy, problem, onClose, onDecide }: Props) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={<Trans>Link to another tracker</Trans>}
      footer={
        <>
          <Button kind="ghost" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button kind="primary" type="submit" form="external-link" busy={busy}>
            <Trans>Link</Trans>
          </Button>
        </>
      }
    >
      <form
        id="external-link"
        className="grid gap-3.5"
        onSubmit={event => {
          event.preventDefault()
          const { system, key, url } = fieldsOf(event, 'system', 'key', 'url')
          onDecide({ system: system.trim(), key: key.trim(), url: url.trim() })
        }}
      >
        <TextField
          name="url"
          type="url"
          required
          maxLength={500}
          pattern={ADDRESS}
          data-autofocus
          label={<Trans>Address</Trans>}
          hint={<Trans>Must start with https://. Visible to everyone who can see the issue.</Trans>}
        />
        <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
          <TextField name="system" required maxLength={40} label={<Trans>Tracker</Trans>} />
          <TextField name="key" required maxLength={80} label={<Trans>Key in the tracker</Trans>} />
        </div>
        <Complaint>{problem}</Complaint>
      </form>
    </Dialog>
  )
}
