import { Trans, useLingui } from '@lingui/react/macro'
import { setSingleKeys, setTheme, useSingleKeys, useTheme } from '#/lib/preferences'
import { Switch } from '#/ui/Choice'
import { Panel } from '#/ui/Panel'
import { Segmented } from '#/ui/Segmented'

/** What this browser remembers: the theme and the keys. */
export function Preferences() {
  const { t } = useLingui()
  const theme = useTheme()
  const keys = useSingleKeys()
  return (
    <Panel title={<Trans>This browser</Trans>}>
      <div className="grid justify-items-start gap-4">
        <div className="grid gap-1.5">
          <span className="text-12 font-medium text-ink-2" aria-hidden>{t`Theme`}</span>
          <Segmented
            label={t`Theme`}
            value={theme}
            onChange={setTheme}
            options={[
              { value: 'system', label: <Trans>System</Trans> },
              { value: 'dark', label: <Trans>Dark</Trans> },
              { value: 'light', label: <Trans>Light</Trans> },
            ]}
          />
        </div>
        <Switch
          label={<Trans>Single-key shortcuts</Trans>}
          checked={keys}
          onChange={event => setSingleKeys(event.target.checked)}
        />
      </div>
    </Panel>
  )
}
