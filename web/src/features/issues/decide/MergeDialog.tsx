import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useDeferredValue, useState } from 'react'
import type { IssueRow } from '#/entities/issue/schema'
import { StatusMark } from '#/entities/issue/StatusMark'
import { useIssueMessages } from '#/entities/issue/use-issue-messages'
import type { Similar } from '#/entities/issue/view'
import { findQuery } from '#/features/issues/decide/api'
import { FormDialog } from '#/ui/FormDialog'
import { Keys } from '#/ui/Keys'
import { SearchField } from '#/ui/SearchField'

type Target = Pick<IssueRow, 'number' | 'title' | 'status' | 'resolution' | 'voteCount'>

interface Props {
  /** What was found already; the first is chosen. */
  near?: Similar[]
  /** Not itself. */
  exclude?: number
  /** An administrator will decide about it. */
  proposing?: boolean
  onClose: () => void
  onDecide: (into: number) => void
  busy: boolean
  problem?: React.ReactNode
}

const NONE: Similar[] = []

/** Chooses the issue that another one repeats. */
export function MergeDialog({
  near = NONE,
  exclude,
  proposing = false,
  onClose,
  onDecide,
  busy,
  problem,
}: Props) {
  const { t } = useLingui()
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  const wanted = useDeferredValue(words.trim())
  const found = useQuery(findQuery(wanted))
  const targets: Target[] = (wanted ? (found.data ?? []) : near).filter(({ number }) => number !== exclude)
  const target = targets[Math.min(at, targets.length - 1)]

  return (
    <FormDialog
      width="wide"
      title={<Trans>Duplicate of…</Trans>}
      submit={
        proposing ? (
          <Trans>Propose</Trans>
        ) : target ? (
          <Trans>Merge into #{target.number}</Trans>
        ) : (
          <Trans>Merge</Trans>
        )
      }
      keys={<Keys of={['↵']} />}
      busy={busy}
      disabled={!target}
      problem={problem}
      onSubmit={() => target && onDecide(target.number)}
      onClose={onClose}
    >
      <SearchField
        label={t`Search issues`}
        placeholder={t`Title words, or #412`}
        value={words}
        data-autofocus
        onChange={event => {
          setWords(event.target.value)
          setAt(0)
        }}
        onKeyDown={event => {
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
          if (!step) return
          event.preventDefault()
          setAt(Math.min(Math.max(at + step, 0), targets.length - 1))
        }}
      />
      <ul className="min-h-24 divide-y divide-line-faint" aria-label={t`Issues`}>
        {targets.map((each, order) => (
          <Candidate key={each.number} target={each} on={each === target} onChoose={() => setAt(order)} />
        ))}
        {targets.length === 0 && (
          <li className="py-2 text-ink-3">
            {wanted && !found.isFetching ? <Trans>No issue found.</Trans> : <Trans>Type to search.</Trans>}
          </li>
        )}
      </ul>
    </FormDialog>
  )
}

function Candidate({ target, on, onChoose }: { target: Target; on: boolean; onChoose: () => void }) {
  const messages = useIssueMessages()
  return (
    <li>
      <button
        type="button"
        aria-pressed={on}
        onClick={onChoose}
        className={clsx(
          'flex min-h-10 w-full items-center gap-x-3 rounded-1 px-2 text-left max-md:min-h-(--touch) max-md:flex-wrap max-md:py-2',
          on ? 'bg-active' : 'hover:bg-hover',
        )}
      >
        <span className="text-ink-3">#{target.number}</span>
        <span className="min-w-0 flex-1 truncate font-medium text-ink max-md:basis-2/3 max-md:whitespace-normal">
          {target.title}
        </span>
        <StatusMark status={target.status} word={messages.standing({ ...target, kind: 'bug' })} />
        <span className="ml-auto w-16 text-right text-12 whitespace-nowrap">
          <Plural value={target.voteCount} one="# person" other="# people" />
        </span>
      </button>
    </li>
  )
}
