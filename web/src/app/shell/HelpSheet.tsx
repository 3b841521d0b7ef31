import { Trans, useLingui } from '@lingui/react/macro'
import { chipsOf } from '#/lib/key-names'
import { type Command, useCommandsHere } from '#/app/shell/use-commands'
import { setSingleKeys, useSingleKeys } from '#/lib/preferences'
import { Switch } from '#/ui/Choice'
import { Dialog } from '#/ui/Dialog'
import { Keys } from '#/ui/Keys'

interface Props {
  /** Those of every page. */
  commands: Command[]
  onClose: () => void
}

/** Every key and what it does. */
export default function HelpSheet({ commands, onClose }: Props) {
  const { t } = useLingui()
  const on = useSingleKeys()
  const listed = useCommandsHere(commands)

  return (
    <Dialog open onClose={onClose} title={<Trans>Keyboard shortcuts</Trans>}>
      <dl className="divide-y divide-line-faint">
        {listed.map(
          ({ id, label, keys }) =>
            keys && (
              <div key={id} className="flex min-h-9 items-center justify-between gap-4">
                <dt>{label}</dt>
                <dd>
                  <span className="sr-only">{chipsOf(keys).join(' ')}</span>
                  <Keys always of={chipsOf(keys)} />
                </dd>
              </div>
            ),
        )}
        <div className="flex min-h-9 items-center justify-between gap-4">
          <dt>{t`Close dialog or menu`}</dt>
          <dd>
            <span className="sr-only">Esc</span>
            <Keys always of={['Esc']} />
          </dd>
        </div>
      </dl>
      <div className="mt-4">
        <Switch
          label={t`Single-key shortcuts`}
          checked={on}
          onChange={event => setSingleKeys(event.target.checked)}
        />
        <p className="mt-1 text-12 text-ink-3">
          <Trans>Turn them off if you trigger them by accident. Ctrl K always works.</Trans>
        </p>
      </div>
    </Dialog>
  )
}
