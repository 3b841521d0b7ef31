import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Appeals } from '#/features/settings/fairness/Appeals'
import { casesQuery } from '#/features/settings/fairness/api'
import { Cases } from '#/features/settings/fairness/Cases'
import { Linked } from '#/features/settings/fairness/Linked'
import { Thresholds } from '#/features/settings/fairness/Thresholds'
import { Segmented } from '#/ui/Segmented'

type Part = 'cases' | 'appeals' | 'linked' | 'thresholds'

/** Telling persons from accounts: the machine flags, a person decides. */
export function Fairness() {
  const { t } = useLingui()
  const [part, setPart] = useState<Part>('cases')
  const counts = useInfiniteQuery(casesQuery('open')).data?.pages[0]?.counts
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <Segmented
          label={t`Part`}
          value={part}
          onChange={setPart}
          options={[
            { value: 'cases', label: <Trans>Cases</Trans>, count: counts?.open },
            { value: 'appeals', label: <Trans>Appeals</Trans>, count: counts?.appeals },
            { value: 'linked', label: <Trans>Linked</Trans>, count: counts?.linked },
            { value: 'thresholds', label: <Trans>Thresholds</Trans> },
          ]}
        />
        <span className="text-12 text-ink-3">
          <Trans>The machine flags, a person decides.</Trans>
        </span>
      </div>
      {part === 'cases' && <Cases />}
      {part === 'appeals' && <Appeals />}
      {part === 'linked' && <Linked />}
      {part === 'thresholds' && <Thresholds />}
    </>
  )
}
