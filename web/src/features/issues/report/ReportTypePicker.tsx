import { Trans, useLingui } from '@lingui/react/macro'
import { Hash, Lightbulb, type LucideIcon, Monitor } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Draft, WAYS, type ReportType } from '#/features/issues/report/draft'
import { Radio } from '#/ui/Choice'
import { Segmented } from '#/ui/Segmented'

interface Props extends Pick<Draft, 'way' | 'inTheWay'> {
  /** What takes a transaction or an error. */
  children: ReactNode
  onChange: (change: Partial<Draft>) => void
}

const ICON: Record<ReportType, LucideIcon> = { error: Hash, screen: Monitor, idea: Lightbulb }

/** What a user has in hand: something that failed, something they see, or something they wish. */
export function ReportTypePicker({ way: chosen, inTheWay, children, onChange }: Props) {
  const { t } = useLingui()
  const words: Record<ReportType, ReactNode> = {
    error: <Trans>Transaction or error</Trans>,
    screen: <Trans>Something on screen</Trans>,
    idea: <Trans>An idea</Trans>,
  }
  return (
    <section aria-labelledby="way">
      <div className="mb-2.5 flex items-center gap-x-4 gap-y-2.5 max-md:flex-wrap">
        <StepHeading id="way" step={1}>{t`What would you like to report?`}</StepHeading>
        <Segmented
          label={t`What would you like to report?`}
          value={chosen}
          onChange={way => onChange({ way })}
          options={WAYS.map(way => {
            const Icon = ICON[way]
            return {
              value: way,
              label: (
                <>
                  <Icon size={14} strokeWidth={1.9} className="max-md:hidden" aria-hidden />
                  {words[way]}
                </>
              ),
            }
          })}
        />
      </div>
      {chosen === 'error' && children}
      {chosen === 'screen' && (
        <fieldset className="flex flex-wrap gap-x-6 gap-y-1">
          <legend className="sr-only">{t`What kind of problem is it?`}</legend>
          <Radio
            name="in-the-way"
            label={<Trans>It is wrong</Trans>}
            checked={!inTheWay}
            onChange={() => onChange({ inTheWay: false })}
          />
          <Radio
            name="in-the-way"
            label={<Trans>It works, but gets in the way</Trans>}
            checked={inTheWay}
            onChange={() => onChange({ inTheWay: true })}
          />
        </fieldset>
      )}
    </section>
  )
}

/** The heading of a part of the form, with its number. */
export function StepHeading({ id, step, children }: { id: string; step: number; children: ReactNode }) {
  return (
    <h2 id={id} className="flex items-center gap-2.5 text-14">
      <span
        aria-hidden
        className="grid size-5 place-items-center rounded-full border border-line-strong text-11 font-normal text-ink-2"
      >
        {step}
      </span>
      {children}
    </h2>
  )
}
