import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { appealsQuery } from '#/entities/fairness/case-queries'
import type { Appeal } from '#/entities/fairness/case-schema'
import { SUBJECT_LABEL } from '#/entities/fairness/messages'
import { AppealCase } from '#/features/review/appeals/AppealCase'
import { AppealDecide } from '#/features/review/appeals/AppealDecide'
import type { ReviewProps } from '#/features/review/kinds'
import { Ago } from '#/ui/Ago'
import { EmptyState } from '#/ui/EmptyState'
import { SelectField } from '#/ui/SelectField'
import { QueueItem } from '#/ui/workbench/QueueItem'
import { QueueList } from '#/ui/workbench/QueueList'
import { useCaseInHand } from '#/ui/workbench/use-case-in-hand'
import { CaseBody, CaseSteps, Workbench } from '#/ui/workbench/Workbench'

const keyOf = ({ id }: Appeal) => id

/** Decisions that testers appealed. */
export function AppealReview({ item, onItem }: ReviewProps) {
  const { t } = useLingui()
  const [state, setState] = useState<'open' | 'decided'>('open')
  const query = useInfiniteQuery(appealsQuery(state))
  const rows = query.data?.pages.flatMap(page => page.rows)
  const { current, ...hand } = useCaseInHand(rows, keyOf, item, onItem)
  return (
    <Workbench
      label={t`Appeal`}
      queue={
        <>
          <header className="border-b border-line-faint px-4 py-2.5 [&_label]:sr-only">
            <SelectField
              label={<Trans>Which</Trans>}
              value={state}
              onChange={event => {
                setState(event.target.value as 'open' | 'decided')
                onItem(null)
              }}
            >
              <option value="open">{t`open`}</option>
              <option value="decided">{t`decided`}</option>
            </SelectField>
          </header>
          <QueueList label={t`Waiting appeals`} query={{ ...query, data: rows }} keyOf={keyOf}>
            {appeal => (
              <QueueItem
                on={appeal.id === current?.id}
                title={`@${appeal.person.username ?? '–'}`}
                aside={<Ago at={appeal.openedAt} />}
                note={t(SUBJECT_LABEL[appeal.subjectType])}
                sign={appeal.subject?.number == null ? null : `#${appeal.subject.number}`}
                onOpen={() => onItem(appeal.id)}
              />
            )}
          </QueueList>
        </>
      }
    >
      {current ? (
        <AppealDecide key={current.id} appeal={current} onDone={hand.goOn}>
          <CaseSteps {...hand} onStep={hand.step} />
          <AppealCase appeal={current} />
        </AppealDecide>
      ) : (
        rows && (
          <CaseBody>
            <EmptyState level={2} title={<Trans>No appeals.</Trans>}>
              <Trans>Testers can appeal each decision once, for a limited time.</Trans>
            </EmptyState>
          </CaseBody>
        )
      )}
    </Workbench>
  )
}
