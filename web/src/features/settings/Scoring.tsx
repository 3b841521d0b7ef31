import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { numberAt, RULE_LINES, type RuleSet, type Rules, withNumber } from '#/backend/rules'
import { ruleBookQuery } from '#/features/settings/api'
import { DryRunPanel } from '#/features/settings/DryRunPanel'
import { RuleEditor } from '#/features/settings/RuleEditor'
import { LeaveGuard } from '#/features/settings/SaveBar'
import { untyped } from '#/lib/rule-unit'
import { Await } from '#/ui/Await'
import { SkeletonRows } from '#/ui/Skeleton'

/** The rules, a draft of the next ones, and what the draft would have done. */
export function Scoring() {
  const query = useQuery(ruleBookQuery)
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
      {({ current, history }) => (
        <Draft
          key={current.version}
          current={current}
          next={Math.max(current.version, ...history.map(({ version }) => version)) + 1}
        />
      )}
    </Await>
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
