import { Plural, Trans } from '@lingui/react/macro'
import { Camera, ListChecks, Radar, UserRoundCheck } from 'lucide-react'
import type { Mission } from '#/entities/mission/schema'

const LOOK = { size: 14, strokeWidth: 1.9, className: 'mt-0.5 flex-none text-ink-3', 'aria-hidden': true }

type Checked = Pick<Mission, 'steps' | 'review'>

/** How it is found out that a mission was done, in one line. */
export function HowChecked({ mission }: { mission: Checked }) {
  return (
    <span className="flex gap-2">
      <Way mission={mission} />
    </span>
  )
}

function Way({ mission: { steps, review } }: { mission: Checked }) {
  const of = (type: string) => steps.filter(step => step.type === type).length
  const [transactions, questions, pictures] = [of('tx'), of('question'), of('screenshot')]
  if (review.mode === 'manual')
    return (
      <>
        {pictures > 0 ? <Camera {...LOOK} /> : <UserRoundCheck {...LOOK} />}
        <span>
          {pictures > 0 ? (
            <Trans>Reviewed by the team, from your screenshots</Trans>
          ) : (
            <Trans>Reviewed by the team</Trans>
          )}
        </span>
      </>
    )
  if (transactions > 0)
    return (
      <>
        <Radar {...LOOK} />
        <span>
          <Plural
            value={transactions}
            one="Checked automatically: your transaction on chain"
            other="Checked automatically: # of your transactions on chain"
          />
        </span>
      </>
    )
  return (
    <>
      <ListChecks {...LOOK} />
      <span>
        {questions > 0 ? (
          <Plural
            value={questions}
            one="Counts when you answer its question"
            other="Counts when you answer # questions"
          />
        ) : (
          <Trans>Counts when all steps are done</Trans>
        )}
      </span>
    </>
  )
}

/** Who looks at it, as a sentence. */
export function ReviewSentence({ review }: { review: Mission['review'] }) {
  if (review.mode === 'manual') return <Trans>The team reviews each submission.</Trans>
  if (review.mode === 'sample')
    return <Trans>Checked automatically. The team also reviews {review.percent ?? 0} of 100.</Trans>
  return <Trans>Checked automatically. The team reviews undecided submissions.</Trans>
}
