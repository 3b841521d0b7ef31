import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { useDeferredValue, useEffect, useState } from 'react'
import { AffectsGlyph } from '#/entities/issue/AffectsButton'
import { similarQuery } from '#/entities/issue/queries'
import { StatusMark } from '#/entities/issue/StatusMark'
import { useIssueMessages } from '#/entities/issue/use-issue-messages'
import type { Similar as SimilarIssue } from '#/entities/issue/view'
import { Likeness } from '#/features/issues/decide/Likeness'
import { Button, ButtonLink } from '#/ui/Button'

interface Props {
  title: string
  body: string
  kind: string
  /** Those that fail in the same way have a place of their own. */
  evidence: string | undefined
  onMine: (number: number) => void
  busy: boolean
}

const ENOUGH = 8
const PAUSE = 500
const NONE: SimilarIssue[] = []

/** What others have said that reads like this. One press counts a user in instead of a second report. */
export function Similar({ title, body, kind, evidence, onMine, busy }: Props) {
  const wanted = useQuiet(title.trim(), PAUSE)
  const said = useQuiet(body.trim().slice(0, 500), PAUSE)
  const found = useQuery({
    ...similarQuery({
      title: wanted || said.slice(0, 140),
      ...(said ? { body: said } : {}),
      ...(evidence ? { evidence } : {}),
      kind,
    }),
    enabled: wanted.length >= ENOUGH || said.length >= 20,
  })
  // They come while a user types: a key goes before them.
  const near = useDeferredValue(wanted.length >= ENOUGH || said.length >= 20 ? found.data : undefined) ?? NONE
  const rows = near.filter(({ why }) => why !== 'failure')
  if (rows.length === 0) return null

  return (
    <section aria-labelledby="similar" className="rounded-3 border border-link-line bg-panel">
      <header className="flex min-h-10 flex-wrap items-center gap-x-2 px-4 max-md:py-2">
        <Users size={14} strokeWidth={1.9} className="text-link" aria-hidden />
        <h3 id="similar" className="text-13">
          <Plural value={rows.length} one="Is it this one?" other="Is it one of these?" />
        </h3>
        <span className="text-12 text-ink-3">
          <Trans>join an existing report with one click</Trans>
        </span>
      </header>
      <ul>
        {rows.map((row, order) => (
          <Row key={row.number} row={row} first={order === 0} busy={busy} onMine={onMine} />
        ))}
      </ul>
    </section>
  )
}

interface RowProps {
  row: SimilarIssue
  first: boolean
  busy: boolean
  onMine: (number: number) => void
}

function Row({ row, first, busy, onMine }: RowProps) {
  const { t } = useLingui()
  const messages = useIssueMessages()
  const open = row.status !== 'closed' && row.status !== 'verified'
  return (
    <li className="grid grid-cols-[44px_minmax(0,1fr)_auto] items-center gap-3 border-t border-line-faint px-4 py-2.5 max-md:grid-cols-[44px_minmax(0,1fr)]">
      <span
        className="inline-flex h-10 w-11 flex-col items-center justify-center gap-1 rounded-2 border border-line-strong text-13 leading-none font-semibold text-ink-2"
        title={t`${plural(row.voteCount, { one: '# person', other: '# people' })}`}
      >
        <AffectsGlyph filled={row.affectsMe} />
        {row.voteCount}
      </span>
      <div className="min-w-0">
        <p className="truncate font-medium max-md:whitespace-normal">
          <Link to="/issues/$number" params={{ number: String(row.number) }} className="text-ink">
            #{row.number} {row.title}
          </Link>
        </p>
        <p className="flex flex-wrap items-center gap-x-2 text-12 text-ink-3">
          <StatusMark status={row.status} word={messages.standing({ ...row, kind: 'bug' })} />
          {row.fixedIn && (
            <span className="text-success">
              <Trans>fixed in {row.fixedIn}</Trans>
            </span>
          )}
          <span>
            <Likeness row={row} />
          </span>
        </p>
      </div>
      <span className="flex gap-2 max-md:col-start-2">
        {open && !row.affectsMe && (
          <Button kind={first ? 'primary' : 'plain'} busy={busy} onClick={() => onMine(row.number)}>
            <Trans>Affects me too</Trans>
          </Button>
        )}
        {row.affectsMe && <span className="self-center text-12 text-link">{t`affects you`}</span>}
        <ButtonLink kind="ghost" to="/issues/$number" params={{ number: String(row.number) }}>
          <Trans>View</Trans>
        </ButtonLink>
      </span>
    </li>
  )
}

/** A value once it has rested. */
function useQuiet(value: string, pause: number): string {
  const [quiet, setQuiet] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(value), pause)
    return () => clearTimeout(timer)
  }, [value, pause])
  return quiet
}
