import { Trans, useLingui } from '@lingui/react/macro'
import { clsx } from 'clsx'
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { QUESTION_TYPE, STEP_TYPE } from '#/entities/mission/messages'
import { type DraftFault, type DraftStep, MOST_STEPS, newStep } from '#/features/missions/editor/draft'
import { StepEditor } from '#/features/missions/editor/StepEditor'
import { usePageCommands } from '#/lib/page-commands'
import { Tag } from '#/ui/Badge'
import { Button } from '#/ui/Button'
import { Keys } from '#/ui/Keys'

interface Props {
  steps: DraftStep[]
  /** The one that is being written. */
  at: string | null
  onAt: (id: string | null) => void
  onChange: (steps: DraftStep[]) => void
  faults: DraftFault[]
  /** Only texts may be edited. */
  frozen: boolean
}

/** The steps with another one at a place before or after. */
export function moved(steps: DraftStep[], id: string, by: 1 | -1): DraftStep[] {
  const here = steps.findIndex(step => step.id === id)
  const there = here + by
  const [one, other] = [steps[here], steps[there]]
  if (!one || !other) return steps
  return steps.map((step, order) => (order === here ? other : order === there ? one : step))
}

/** The steps of a mission in their order; the chosen one is written below them. */
export function StepsEditor({ steps, at, onAt, onChange, faults, frozen }: Props) {
  const { t } = useLingui()
  const chosen = steps.find(({ id }) => id === at)
  const number = steps.findIndex(({ id }) => id === at) + 1
  const full = steps.length >= MOST_STEPS
  const wrong = new Set(faults.flatMap(fault => (fault.field === 'step' ? fault.step : [])))

  function add() {
    if (full || frozen) return
    const step = newStep(steps)
    onChange([...steps, step])
    onAt(step.id)
  }

  function remove(id: string) {
    const left = steps.filter(step => step.id !== id)
    onChange(left)
    if (id === at) onAt(left[Math.max(0, number - 2)]?.id ?? null)
  }

  usePageCommands(frozen ? [] : [{ id: 'add-step', label: t`Add a step`, keys: ['a'], run: add }])

  return (
    <>
      <div className="border-t border-line-faint px-4 py-3.5">
        <div className="mb-1.5 flex flex-wrap items-center gap-2">
          <h3 className="text-13">{t`Steps`}</h3>
          <span className="text-12 text-ink-3">
            <Trans>
              {steps.length} of at most {MOST_STEPS}
            </Trans>
          </span>
          {!frozen && (
            <span className="ml-auto">
              <Button
                kind="ghost"
                size="small"
                disabled={full}
                onClick={add}
                icon={<Plus size={14} aria-hidden />}
                keys={<Keys of={['a']} />}
              >{t`Add step`}</Button>
            </span>
          )}
        </div>
        <ol aria-label={t`Steps of the mission`} className="-mx-4">
          {steps.map((step, order) => (
            <StepLine
              key={step.id}
              step={step}
              number={order + 1}
              on={step.id === at}
              isWrong={wrong.has(step.id)}
              frozen={frozen}
              isFirst={order === 0}
              isLast={order === steps.length - 1}
              onOpen={() => onAt(step.id)}
              onMove={by => onChange(moved(steps, step.id, by))}
              onRemove={steps.length > 1 ? () => remove(step.id) : undefined}
            />
          ))}
        </ol>
        {faults.some(({ field }) => field === 'steps') && (
          <p className="mt-2 text-12 text-danger">{t`At least one step has to be required.`}</p>
        )}
      </div>
      {chosen && (
        <StepEditor
          key={chosen.id}
          step={chosen}
          number={number}
          frozen={frozen}
          faults={faults.flatMap(fault =>
            fault.field === 'step' && fault.step === chosen.id ? fault.part : [],
          )}
          onChange={step => onChange(steps.map(each => (each.id === step.id ? step : each)))}
        />
      )}
    </>
  )
}

interface LineProps {
  step: DraftStep
  number: number
  on: boolean
  isWrong: boolean
  frozen: boolean
  isFirst: boolean
  isLast: boolean
  onOpen: () => void
  onMove: (by: 1 | -1) => void
  onRemove: (() => void) | undefined
}

function StepLine({
  step,
  number,
  on,
  isWrong,
  frozen,
  isFirst,
  isLast,
  onOpen,
  onMove,
  onRemove,
}: LineProps) {
  const { t } = useLingui()
  const type = step.type === 'question' ? QUESTION_TYPE[step.question.type] : STEP_TYPE[step.type]
  const icon = { size: 14, strokeWidth: 1.9, 'aria-hidden': true } as const
  return (
    <li
      className={clsx(
        'flex min-h-9 items-center gap-2 border-t border-line-faint px-4 first:border-t-0 max-md:min-h-12',
        on && 'bg-hover shadow-[inset_2px_0_0_var(--ink-2)]',
      )}
    >
      <button
        type="button"
        aria-current={on || undefined}
        onClick={onOpen}
        className="flex min-w-0 flex-1 items-center gap-2.5 py-1.5 text-left"
      >
        <span className="grid size-5 flex-none place-items-center rounded-full border border-line-strong text-11 text-ink-3">
          {number}
        </span>
        <span
          className={clsx('min-w-0 flex-1 truncate', on && 'font-medium', step.text === '' && 'text-ink-3')}
        >
          {step.text || t`A new step`}
        </span>
        {isWrong && <span className="text-12 text-warning">{t`unfinished`}</span>}
        <Tag>{t(type)}</Tag>
      </button>
      {!frozen && (
        <span className="flex flex-none">
          <Button
            kind="ghost"
            size="small"
            shape="icon"
            disabled={isFirst}
            aria-label={t`Move step ${number} up`}
            onClick={() => onMove(-1)}
            icon={<ArrowUp {...icon} />}
          />
          <Button
            kind="ghost"
            size="small"
            shape="icon"
            disabled={isLast}
            aria-label={t`Move step ${number} down`}
            onClick={() => onMove(1)}
            icon={<ArrowDown {...icon} />}
          />
          <Button
            kind="ghost"
            size="small"
            shape="icon"
            disabled={!onRemove}
            aria-label={t`Remove step ${number}`}
            onClick={onRemove}
            icon={<Trash2 {...icon} />}
          />
        </span>
      )}
    </li>
  )
}
