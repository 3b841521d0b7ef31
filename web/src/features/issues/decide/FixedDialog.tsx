import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useIssueMessages } from '#/entities/issue/use-issue-messages'
import { FormDialog } from '#/ui/FormDialog'
import { SelectField } from '#/ui/SelectField'

interface Props {
  onClose: () => void
  onDecide: (build: string) => void
  busy: boolean
  problem?: React.ReactNode
}

/** Says in which build it is fixed; those who can tell are asked to check. */
export function FixedDialog({ onClose, onDecide, busy, problem }: Props) {
  const { programme } = useIssueMessages()
  const builds = (programme?.builds ?? []).filter(({ state }) => state === 'active')
  const [build, setBuild] = useState(builds[0]?.id ?? '')
  return (
    <FormDialog
      onClose={onClose}
      title={<Trans>Mark as fixed</Trans>}
      submit={<Trans>Ask for checks</Trans>}
      busy={busy}
      disabled={!build}
      problem={problem}
      onSubmit={() => onDecide(build)}
    >
      <p>
        <Trans>
          The points are settled. Reporters, testers with proof and a few other affected testers are asked to
          check the fix.
        </Trans>
      </p>
      <SelectField
        label={<Trans>Fixed in</Trans>}
        value={build}
        onChange={event => setBuild(event.target.value)}
      >
        {builds.map(each => (
          <option key={each.id} value={each.id}>
            {each.channel} {each.version}
          </option>
        ))}
      </SelectField>
    </FormDialog>
  )
}
