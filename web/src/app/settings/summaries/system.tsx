// What the rows of the group System say.
import { Plural, Trans } from '@lingui/react/macro'
import { Attention } from '#/app/settings/summaries/Attention'
import { useSettingsSummary } from '#/app/settings/summaries/summary'

export function Audit() {
  const audit = useSettingsSummary()?.audit
  if (!audit) return null
  if (!audit.ok)
    return (
      <Attention>
        <Trans>changed outside Touchstone</Trans>
      </Attention>
    )
  return <Plural value={audit.entries} one="# entry" other="# entries" />
}

export function About() {
  const summary = useSettingsSummary()
  return summary && `v${summary.version}`
}
