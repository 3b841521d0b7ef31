import { Trans } from '@lingui/react/macro'
import { useQueries } from '@tanstack/react-query'
import { CircleX } from 'lucide-react'
import type { Problem } from '#/backend/problem'
import { countQuery } from '#/entities/issue/queries'
import { FIRST } from '#/features/issues/list/search-params'
import { meant } from '#/features/issues/list/completion'
import {
  cutAt,
  filtersOf,
  readSyntaxProblem,
  sameQuery,
  termsOf,
  wordsOf,
} from '#/features/issues/list/query-text'
import { useVocabulary } from '#/features/issues/list/use-facets'
import { figure } from '#/lib/number'
import { Button, ButtonLink } from '#/ui/Button'
import { EmptyState } from '#/ui/EmptyState'

interface Props {
  query: string
  onQuery: (query: string) => void
}

/** Nothing fits. Says why, and keeps what was typed. */
export function EmptyList({ query, onQuery }: Props) {
  if (query === '' || sameQuery(query, FIRST.query)) return <NothingYet />
  const words = wordsOf(query)
  if (words && !words.startsWith('#')) return <NobodySaid words={words} />
  return <TooNarrow query={query} onQuery={onQuery} />
}

function NothingYet() {
  return (
    <EmptyState
      level={2}
      title={<Trans>No reports yet.</Trans>}
      actions={
        <ButtonLink kind="primary" to="/issues/new">
          <Trans>Report the first one</Trans>
        </ButtonLink>
      }
    >
      <Trans>
        A report earns points once it is confirmed. What makes it good: what you did, what you expected, what
        you saw.
      </Trans>
    </EmptyState>
  )
}

function NobodySaid({ words }: { words: string }) {
  return (
    <EmptyState
      level={2}
      title={<Trans>No reports about this yet.</Trans>}
      actions={
        <ButtonLink kind="primary" to="/issues/new" search={{ title: words }}>
          <Trans>Report “{words}”</Trans>
        </ButtonLink>
      }
    >
      <Trans>You’d be the first. Your words are carried over.</Trans>
    </EmptyState>
  )
}

/** Names the one filter without which there would be most. */
function TooNarrow({ query, onQuery }: Props) {
  const filters = filtersOf(query)
  const without = termsOf(query)
    .slice(0, 6)
    .map(({ start, end }) => `${query.slice(0, start)}${query.slice(end)}`.replaceAll(/\s+/g, ' ').trim())
  const counts = useQueries({ queries: without.map(each => countQuery(each)) })
  const best = counts
    .map(({ data = 0 }, at) => ({ count: data, at }))
    .toSorted((one, other) => other.count - one.count)[0]
  const culprit = best && best.count > 0 ? filters[best.at] : undefined

  return (
    <EmptyState
      level={2}
      title={
        filters.length === 1 ? (
          <Trans>No issue matches this filter.</Trans>
        ) : (
          <Trans>No issue matches all {filters.length} filters.</Trans>
        )
      }
      actions={
        <>
          {culprit && filters.length > 1 && (
            <Button onClick={() => onQuery(without[best?.at ?? 0] ?? '')}>
              <Trans>Remove it</Trans>
            </Button>
          )}
          <Button kind="ghost" onClick={() => onQuery('')}>
            <Trans>Clear all</Trans>
          </Button>
        </>
      }
    >
      {culprit && filters.length > 1 && (
        <Trans>
          <code className="mono text-ink">{culprit}</code> excludes the most: without it there are {figure(best?.count ?? 0)}.
        </Trans>
      )}
    </EmptyState>
  )
}

/** The server did not understand the search: shows where, and what was probably meant. */
export function QueryProblem({ query, problem, onQuery }: Props & { problem: Problem }) {
  const vocabulary = useVocabulary()
  const { said, span } = readSyntaxProblem(problem.sentence)
  const [before, wrong, after] = cutAt(query, span ?? { start: 0, end: 0 })
  const better = span ? meant(wrong, vocabulary) : null

  return (
    <div role="alert">
      <div className="mx-4 mt-4 rounded-2 border border-line-faint bg-sunken px-3 py-2">
        <code className="mono text-ink">
          {before}
          <span className="underline decoration-danger decoration-wavy underline-offset-4">{wrong}</span>
          {after}
        </code>
      </div>
      <EmptyState
        level={2}
        icon={<CircleX size={16} className="text-danger" aria-hidden />}
        title={said}
        actions={
          <>
            {better && (
              <Button onClick={() => onQuery(before + better + after)}>
                <Trans>Use {better}</Trans>
              </Button>
            )}
            {span && (
              <Button
                kind={better ? 'ghost' : 'plain'}
                onClick={() => onQuery(`${before}${after}`.replaceAll(/\s+/g, ' ').trim())}
              >
                <Trans>Remove it</Trans>
              </Button>
            )}
          </>
        }
      >
        {better && (
          <Trans>
            Did you mean <code className="mono text-ink">{better}</code>?
          </Trans>
        )}
      </EmptyState>
    </div>
  )
}
