import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { EvidenceById } from '#/entities/evidence/EvidenceById'
import { GivenAnswer } from '#/entities/mission/GivenAnswer'
import { STEP_TYPE } from '#/entities/mission/messages'
import type { Progress, Step } from '#/entities/mission/schema'
import { progressOfStep } from '#/entities/mission/submission-state'
import { useCheckLines } from '#/entities/mission/use-check-lines'
import { PersonName } from '#/entities/person/PersonName'
import type { Queued } from '#/features/review/missions/api'
import { Band } from '#/ui/Band'
import { Badge, Tag } from '#/ui/Badge'
import { Hash } from '#/ui/Hash'
import { Moment } from '#/ui/Moment'

interface Props {
  row: Queued
  /** Why the server did not take the decision. */
  refused: string | null
}

/** One submission with every answer, and what the machine made of it. */
export function ReviewCase({ row, refused }: Props) {
  const { submission, mission, person } = row
  return (
    <div className="grid grid-cols-1 gap-3">
      {refused && (
        <Band
          role="alert"
          tone="danger"
          icon={<CircleAlert size={16} strokeWidth={1.75} aria-hidden />}
          title={<Trans>Couldn’t save the decision.</Trans>}
        >
          {refused}
        </Band>
      )}
      <div>
        <h2 id="case-title" className="text-20 break-words">
          <Link to="/missions/$slug" params={{ slug: mission.slug }} className="text-ink hover:text-ink">
            {mission.title}
          </Link>
        </h2>
        <p className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-12 text-ink-3">
          <PersonName level person={person} />
          {submission.submittedAt && (
            <span>
              <Trans>
                submitted <Moment at={submission.submittedAt} />
              </Trans>
            </span>
          )}
          <span>
            <Trans>try {submission.attempt}</Trans>
          </span>
          <Badge>
            <Why why={row.why} />
          </Badge>
        </p>
      </div>
      <ol className="grid">
        {mission.steps.map((step, order) => (
          <li
            key={step.id}
            className="grid grid-cols-[24px_minmax(0,1fr)_auto] gap-x-2.5 border-t border-line-faint py-3"
          >
            <span className="grid size-5 place-items-center rounded-full border border-line-strong text-11 text-ink-3">
              {order + 1}
            </span>
            <div className="min-w-0">
              <h3 className="text-13 break-words">{step.text}</h3>
              <Given step={step} row={row} />
            </div>
            <StepOutcome step={step} progress={progressOfStep(step, submission)} />
          </li>
        ))}
      </ol>
    </div>
  )
}

/** Why an administrator has to look. */
export function Why({ why }: { why: Queued['why'] }) {
  if (why === 'manual') return <Trans>manual review</Trans>
  return why === 'sample' ? <Trans>random sample</Trans> : <Trans>check undecided</Trans>
}

function Given({ step, row: { submission } }: { step: Step; row: Queued }) {
  const linesOf = useCheckLines()
  if (step.type !== 'tx') return <GivenAnswer step={step} submission={submission} />
  const { hash, sentence, evidence } = progressOfStep(step, submission)
  return (
    <div className="mt-1 grid gap-2">
      {step.check && <p className="text-12 text-ink-3">{linesOf(step.check).join(', ')}</p>}
      {sentence && <p className="text-ink-2">{sentence}</p>}
      {evidence ? <EvidenceById compact id={evidence} /> : hash && <Hash value={hash} />}
    </div>
  )
}

function StepOutcome({ step, progress }: { step: Step; progress: Progress }) {
  const { t } = useLingui()
  switch (progress.state) {
    case 'passed':
      return <Badge tone="success">{t`passed`}</Badge>
    case 'failed':
      return <Badge tone="warning">{t`failed`}</Badge>
    case 'undecided':
      return <Badge tone="info">{t`undecided`}</Badge>
    default:
      return <Tag>{t(STEP_TYPE[step.type])}</Tag>
  }
}
