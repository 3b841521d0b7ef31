import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CalendarClock, ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { RULE_LINES } from '#/entities/rule/lines'
import { changesOf, nearestPreset, PRESET_WORDS } from '#/entities/rule/presets'
import { ruleBookQuery } from '#/entities/rule/queries'
import { numberAt, type RulePreset, type Rules, type RuleSet, withNumber } from '#/entities/rule/schema'
import { typed as asTyped, untyped } from '#/entities/rule/unit'
import { DryRunPanel } from '#/features/scoring/DryRunPanel'
import { PresetChoice } from '#/features/scoring/PresetChoice'
import { RuleEditor } from '#/features/scoring/RuleEditor'
import { WorkedExample } from '#/features/scoring/WorkedExample'
import { LeaveGuard } from '#/ui/SaveBar'
import { dayOf } from '#/lib/time'
import { Await } from '#/ui/Await'
import { Band } from '#/ui/Band'
import { SkeletonRows } from '#/ui/Skeleton'

/** The rules, a draft of the next ones, and what the draft would have done. */
export function Scoring() {
  const query = useQuery({
    ...ruleBookQuery,
    // A form stands on it: it must not change under a user's hands.
    refetchOnWindowFocus: false,
  })
  return (
    <Await
      alone
      query={query}
      skeleton={
        <div className="rounded-3 border border-line bg-panel">
          <SkeletonRows rows={10} />
        </div>
      }
      failed={<Trans>Couldn’t load the rules.</Trans>}
    >
      {({ current, latest, presets }) => (
        <>
          {latest.version > current.version && <Ahead latest={latest} current={current} />}
          {/* A draft starts from the version published last, or it would undo that one. */}
          <Draft key={latest.version} current={latest} next={latest.version + 1} presets={presets} />
        </>
      )}
    </Await>
  )
}

function Ahead({ latest, current }: Record<'latest' | 'current', RuleSet>) {
  return (
    <Band
      tone="info"
      icon={<CalendarClock size={16} strokeWidth={1.75} aria-hidden />}
      title={
        <Trans>
          Version {latest.version} begins on {dayOf(latest.effectiveFrom)}.
        </Trans>
      }
    >
      <Trans>
        Until then version {current.version} applies. A new draft starts from version {latest.version}.
      </Trans>
    </Band>
  )
}

/** What is typed for each number, by its path. */
export type Typed = Record<string, string>

/** The draft that was typed, and the paths where what was typed is no number. */
export function draftOf(current: Rules, typed: Typed): { draft: Rules; wrong: string[] } {
  let draft = current
  const wrong: string[] = []
  for (const { path, unit } of RULE_LINES) {
    const text = typed[path]
    if (text === undefined) continue
    const number = untyped(text, unit)
    if (number === null) wrong.push(path)
    else draft = withNumber(draft, path, number)
  }
  return { draft, wrong }
}

/** The texts that make `current` the rules `wanted`. */
export const typedFor = (current: Rules, wanted: Rules): Typed =>
  Object.fromEntries(
    RULE_LINES.flatMap(({ path, unit }) => {
      const number = numberAt(wanted, path) ?? 0
      return number === (numberAt(current, path) ?? 0) ? [] : [[path, asTyped(number, unit)]]
    }),
  )

interface DraftProps {
  current: RuleSet
  next: number
  presets: RulePreset[]
}

function Draft({ current, next, presets }: DraftProps) {
  const [typed, setTyped] = useState<Typed>({})
  const { draft, wrong } = draftOf(current.rules, typed)
  const changed = changesOf(current.rules, draft)
  const nearest = nearestPreset(presets, draft)

  return (
    <>
      <PresetChoice
        presets={presets}
        current={current.rules}
        draft={draft}
        onChoose={rules => setTyped(typedFor(current.rules, rules))}
      />
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
        <div className="grid grid-cols-1 gap-4">
          <WorkedExample rules={draft} />
          <NumbersFold nearest={nearest}>
            <RuleEditor
              current={current}
              next={next}
              typed={typed}
              changed={changed}
              wrong={wrong}
              onType={(path, text) => setTyped({ ...typed, [path]: text })}
              onReset={() => setTyped({})}
            />
          </NumbersFold>
        </div>
        <DryRunPanel
          draft={draft}
          next={next}
          ready={wrong.length === 0}
          changed={changed.length}
          onPublished={() => setTyped({})}
        />
      </div>
      <LeaveGuard dirty={changed.length > 0} />
    </>
  )
}

interface FoldProps {
  nearest: ReturnType<typeof nearestPreset>
  children: ReactNode
}

function NumbersFold({ nearest, children }: FoldProps) {
  const { t } = useLingui()
  const differing = nearest?.differing ?? 0
  const words = nearest && PRESET_WORDS[nearest.preset.key]
  const name = words ? t(words.label) : ''
  return (
    <details className="group">
      <summary className="flex min-h-11 list-none items-center gap-2 rounded-3 border border-line bg-panel px-4 py-1.5 hover:bg-hover group-open:mb-4">
        <ChevronRight
          size={14}
          strokeWidth={1.9}
          className="flex-none text-ink-3 transition-transform duration-(--time-quick) group-open:rotate-90"
          aria-hidden
        />
        <span className="font-medium text-ink">{t`Change numbers`}</span>
        <span className="text-12 text-ink-3">
          {differing === 0 ? (
            <Trans>
              {RULE_LINES.length} values, as in “{name}”
            </Trans>
          ) : (
            <Trans>
              {RULE_LINES.length} values, {differing} different from “{name}”
            </Trans>
          )}
        </span>
      </summary>
      {children}
    </details>
  )
}
