import { useLingui } from '@lingui/react/macro'
import { clsx } from 'clsx'
import { changesOf, PRESET_WORDS } from '#/entities/rule/presets'
import type { RulePreset, Rules } from '#/entities/rule/schema'
import { figure } from '#/lib/number'
import { Badge } from '#/ui/Badge'

interface Props {
  presets: RulePreset[]
  current: Rules
  draft: Rules
  onChoose: (rules: Rules) => void
}

/** Three rule sets to choose from, with the four numbers that tell them apart. */
export function PresetChoice({ presets, current, draft, onChoose }: Props) {
  const { t } = useLingui()
  return (
    <fieldset className="min-w-0">
      <legend className="text-16 font-semibold">{t`How points are earned`}</legend>
      <p className="mt-1 mb-3 text-ink-3">{t`Choose a preset. You can change single numbers below.`}</p>
      <div className="grid gap-3 lg:grid-cols-3">
        {presets.map(preset => {
          const words = PRESET_WORDS[preset.key]
          const name = words ? t(words.label) : preset.key
          const isChosen = changesOf(preset.rules, draft).length === 0
          return (
            <label
              key={preset.key}
              className={clsx(
                'flex min-w-0 cursor-pointer flex-col rounded-3 border bg-panel px-3.5 py-3 has-focus-visible:outline-(length:--ring) has-focus-visible:outline-focus',
                isChosen
                  ? 'border-ink shadow-[inset_0_0_0_1px_var(--ink)]'
                  : 'border-line-strong hover:bg-hover',
              )}
            >
              <span className="flex min-h-5 items-center gap-2">
                <input
                  type="radio"
                  name="preset"
                  className="sr-only"
                  aria-label={name}
                  checked={isChosen}
                  onChange={() => onChoose(preset.rules)}
                />
                <b className="font-semibold text-ink">{name}</b>
                {changesOf(preset.rules, current).length === 0 && (
                  <span className="ml-auto">
                    <Badge>{t`in use`}</Badge>
                  </span>
                )}
              </span>
              <span className="mt-0.5 mb-2.5 block text-12 text-ink-3">{words && t(words.purpose)}</span>
              <PresetNumbers preset={preset} isChosen={isChosen} />
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}

function PresetNumbers({ preset: { rules }, isChosen }: { preset: RulePreset; isChosen: boolean }) {
  const { t } = useLingui()
  const numbers: [string, number][] = [
    [t`Critical`, rules.bug.S1],
    [t`Major`, rules.bug.S2],
    [t`Minor`, rules.bug.S3],
    [t`Fix check`, rules.fixCheck.points],
  ]
  return (
    <span className="mt-auto grid gap-[3px] text-12">
      {numbers.map(([name, points]) => (
        <span key={name} className="flex justify-between gap-2 text-ink-2">
          {name}{' '}
          <b className={clsx('font-medium', isChosen ? 'text-gold-text' : 'text-ink')}>{figure(points)}</b>
        </span>
      ))}
    </span>
  )
}
