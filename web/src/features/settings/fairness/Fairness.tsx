import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Linked } from '#/features/settings/fairness/Linked'
import { Thresholds } from '#/features/settings/fairness/Thresholds'
import { ButtonLink } from '#/ui/Button'
import { Segmented } from '#/ui/Segmented'

type Part = 'linked' | 'thresholds'

/** Accounts that count as one person, and when a case opens. Cases and appeals are decided in Review. */
export function Fairness() {
  const { t } = useLingui()
  const [part, setPart] = useState<Part>('linked')
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <Segmented
          label={t`Part`}
          value={part}
          onChange={setPart}
          options={[
            { value: 'linked', label: <Trans>Linked</Trans> },
            { value: 'thresholds', label: <Trans>Thresholds</Trans> },
          ]}
        />
        <span className="ml-auto flex gap-2">
          <ButtonLink size="small" to="/review/$kind/{-$item}" params={{ kind: 'fairness' }}>
            <Trans>Review cases</Trans>
          </ButtonLink>
          <ButtonLink size="small" to="/review/$kind/{-$item}" params={{ kind: 'appeals' }}>
            <Trans>Review appeals</Trans>
          </ButtonLink>
        </span>
      </div>
      {part === 'linked' ? <Linked /> : <Thresholds />}
    </>
  )
}
