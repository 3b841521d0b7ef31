import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ReviewPage } from '#/app/review/ReviewPage'
import type { QueueOrder } from '#/features/issues/triage/api'
import { TriageScreen } from '#/features/issues/triage/TriageScreen'
import { useTriage } from '#/features/issues/triage/use-triage'
import { Segmented } from '#/ui/Segmented'

/** New reports; `number` is the one to begin with. */
export function ReportsReview({ number }: { number: number | null }) {
  const { t } = useLingui()
  const [order, setOrder] = useState<QueueOrder>('promise')
  const triage = useTriage(order, number)
  const { waiting } = triage
  const { dueSoon = 0, late = 0 } = triage.queue.data ?? {}
  return (
    <ReviewPage
      kind="reports"
      note={
        triage.queue.data && (
          <>
            <Plural value={waiting} one="# waiting" other="# waiting" />
            {late > 0 && (
              <>
                {' · '}
                <span className="text-danger">
                  <Trans>{late} late</Trans>
                </span>
              </>
            )}
            {dueSoon > 0 && (
              <>
                {' · '}
                <span className="text-warning">
                  <Trans>{dueSoon} due within an hour</Trans>
                </span>
              </>
            )}
          </>
        )
      }
      aside={
        <Segmented
          label={t`Order`}
          value={order}
          onChange={setOrder}
          options={[
            { value: 'promise', label: t`By due time` },
            { value: 'age', label: t`By age` },
          ]}
        />
      }
    >
      <TriageScreen triage={triage} />
    </ReviewPage>
  )
}
