import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Issue } from '#/entities/issue/view'
import type { RunCommand } from '#/features/issues/page/admin/command'

/** The tags of an issue, folded: a press takes one away, a line adds one. */
export function Tags({ issue, onRun }: { issue: Issue; onRun: RunCommand }) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  return (
    <details>
      <summary className="cursor-pointer text-12 text-ink-2 max-md:flex max-md:min-h-(--touch) max-md:items-center">
        {issue.tags.length > 0 ? <Trans>Tags: {issue.tags.join(', ')}</Trans> : <Trans>Tags</Trans>}
      </summary>
      <form
        className="mt-2 flex flex-wrap items-center gap-1.5"
        onSubmit={event => {
          event.preventDefault()
          const tag = text.trim()
          if (tag) onRun('issueTag', { add: [tag], remove: [] })
          setText('')
        }}
      >
        {issue.tags.map(tag => (
          <button
            key={tag}
            type="button"
            aria-label={t`Remove the tag ${tag}`}
            onClick={() => onRun('issueTag', { add: [], remove: [tag] })}
            className="inline-flex h-5 items-center gap-1 rounded-1 border border-line-strong px-[7px] text-12 text-ink-2 hover:text-ink max-md:h-(--touch)"
          >
            {tag} <span aria-hidden>×</span>
          </button>
        ))}
        <input
          id="tag-field"
          aria-label={t`Add a tag`}
          placeholder={t`Add a tag`}
          value={text}
          maxLength={40}
          onChange={event => setText(event.target.value)}
          className="h-6 min-w-0 flex-1 rounded-1 border border-line bg-transparent px-2 text-12 max-md:h-(--touch) max-md:text-16"
        />
      </form>
    </details>
  )
}
