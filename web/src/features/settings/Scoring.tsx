import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import { RULE_LINES } from '#/entities/rule/lines'
import { ruleBookQuery } from '#/entities/rule/queries'
import { numberAt, type Rules, type RuleSet, withNumber } from '#/entities/rule/schema'
import { untyped } from '#/entities/rule/unit'
import { DryRunPanel } from '#/features/settings/DryRunPanel'
import { RuleEditor } from '#/features/settings/RuleEditor'
import { LeaveGuard } from '#/features/settings/SaveBar'
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
      failed={<Trans>The rules did not load.</Trans>}
    >
      {({ current, latest }) => (
        <>
          {latest.version > current.version && <Ahead latest={latest} current={current} />}
          {/* The next ones follow on the last that were published, or they would take back what those say. */}
          <Draft key={latest.version} current={latest} next={latest.version + 1} />
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
      <Trans>Until then version {current.version} holds. A new draft goes on from what is published.</Trans>
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

/** The paths whose number differs. */
export const changesOf = (current: Rules, draft: Rules): string[] =>
  RULE_LINES.map(({ path }) => path).filter(path => numberAt(current, path) !== numberAt(draft, path))

function Draft({ current, next }: { current: RuleSet; next: number }) {
  const [typed, setTyped] = useState<Typed>({})
  const { draft, wrong } = draftOf(current.rules, typed)
  const changed = changesOf(current.rules, draft)

  return (
    <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,25rem)_minmax(0,1fr)]">
      <RuleEditor
        current={current}
        next={next}
        typed={typed}
        changed={changed}
        wrong={wrong}
        onType={(path, text) => setTyped({ ...typed, [path]: text })}
        onReset={() => setTyped({})}
      />
      <DryRunPanel
        draft={draft}
        next={next}
        ready={wrong.length === 0}
        changed={changed.length}
        onPublished={() => setTyped({})}
      />
      <LeaveGuard dirty={changed.length > 0} />
    </div>
  )
}
