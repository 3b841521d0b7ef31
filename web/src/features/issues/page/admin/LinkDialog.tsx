import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { formFields } from '#/lib/form'
import { FormDialog } from '#/ui/FormDialog'
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
    <FormDialog
      onClose={onClose}
      title={<Trans>Link to another tracker</Trans>}
      submit={<Trans>Link</Trans>}
      busy={busy}
      problem={problem}
      onSubmit={event => {
        const { system, key, url } = formFields(event, 'system', 'key', 'url')
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
    </FormDialog>
  )
}
