import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type KeyboardEvent, type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'
import { useMoralis } from '#/backend/use-moralis'
import { timelineQuery } from '#/entities/issue/queries'
import { useIssueMessages } from '#/entities/issue/use-issue-messages'
import type { Comment, IssueView } from '#/entities/issue/view'
import { StreakTile } from '#/entities/person/StreakTile'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { useVote } from '#/entities/issue/use-vote'
import { type NewComment, useAddComment } from '#/features/issues/api'
import { limitsOf } from '#/entities/attachment/accept'
import { AddFiles, AttachmentList } from '#/entities/attachment/AttachmentList'
import { useAttachments } from '#/entities/attachment/use-attachments'
import { useDrop } from '#/entities/attachment/use-drop'
import { finishMention, isMeToo, mentionAt } from '#/features/issues/page/mentions'
import { useDraftText } from '#/features/issues/use-draft-text'
import { MOD } from '#/lib/key-names'
import { Button } from '#/ui/Button'
import { Checkbox } from '#/ui/Choice'
import { ComboboxList } from '#/ui/ComboboxList'
import { FormError } from '#/ui/FormError'
import { Keys } from '#/ui/Keys'
import { useCombobox } from '#/ui/use-combobox'

interface Props {
  view: IssueView
  field: RefObject<HTMLTextAreaElement | null>
  /** The comment that is answered. */
  replyTo: Comment | null
  onReplied: () => void
}

/** Writes a comment. What is typed stays on the device until it is sent. */
export function CommentForm({ view, field, replyTo, onReplied }: Props) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const { user } = useMoralis()
  const { programme } = useIssueMessages()
  const { number } = view.issue
  const [body, setBody, drop] = useDraftText(`comment.${number}`)
  const [wantsNote, setWantsNote] = useState(false)
  // An answer is read by those who read what it answers.
  const internal = replyTo ? replyTo.internal : wantsNote
  const add = useAddComment(number)
  const names = useNames(view)
  const attachments = useAttachments({
    ...limitsOf(programme?.uploads),
    most: programme?.uploads.perComment ?? 4,
  })
  const dropped = useDrop(attachments.add)
  const meToo = isMeToo(body) && view.may.vote && !view.issue.affectsMe && !view.issue.mine
  const ready = body.trim() !== '' && !attachments.busy

  function send() {
    if (!ready || add.isPending) return
    const comment: NewComment = {
      body: body.trim(),
      ...(internal ? { internal: true } : {}),
      ...(replyTo ? { parent: replyTo.id } : {}),
      ...(attachments.ids.length > 0 ? { attachments: attachments.ids } : {}),
    }
    add.mutate(comment, {
      onSuccess: () => {
        setBody('')
        drop()
        attachments.clear()
        onReplied()
      },
    })
  }

  if (!view.may.comment) return null
  return (
    <section aria-label={t`Write a comment`} className="mt-2 flex gap-3 print:hidden" {...dropped.target}>
      <span className="mt-1 max-md:hidden">
        <StreakTile name={user?.username ?? ''} />
      </span>
      <div className="grid min-w-0 flex-1 gap-2">
        {replyTo && (
          <p className="flex items-center gap-2 text-12 text-ink-2">
            <Trans>Replying to @{replyTo.author.username ?? '…'}</Trans>
            <Button size="small" kind="ghost" onClick={onReplied}>{t`Cancel`}</Button>
          </p>
        )}
        <MentionField
          field={field}
          value={body}
          names={names}
          onChange={setBody}
          onSend={send}
          look={clsx(
            dropped.over && 'outline outline-link',
            internal && '!border-warning-line !bg-warning-wash',
          )}
        />
        {meToo && <MeToo number={number} onDone={() => setBody('')} />}
        <AttachmentList attachments={attachments} />
        <FormError>{sayProblem(add.error)}</FormError>
        <p role="status" className="text-12 text-ink-2 empty:-mt-2">
          {add.isPaused && <Trans>You’re offline. The comment will be sent when you’re back online.</Trans>}
        </p>
        <div className="flex flex-wrap items-center gap-3">
          <AddFiles attachments={attachments} quiet />
          {user?.isAdmin && !replyTo && (
            <Checkbox
              label={<Trans>Staff note</Trans>}
              checked={internal}
              onChange={event => setWantsNote(event.target.checked)}
            />
          )}
          <span className="ml-auto">
            <Button busy={add.isPending} disabled={!ready} onClick={send} keys={<Keys of={[MOD, '↵']} />}>
              {view.issue.status === 'needs_info' && view.issue.mine ? (
                <Trans>Answer</Trans>
              ) : (
                <Trans>Comment</Trans>
              )}
            </Button>
          </span>
        </div>
      </div>
    </section>
  )
}

/** All users who have said something here. */
function useNames({ issue, official }: IssueView): string[] {
  const { data } = useInfiniteQuery(timelineQuery(issue.number, 'all'))
  const people = (data?.pages ?? []).flatMap(({ items }) =>
    items.map(item => (item.type === 'comment' ? item.comment.author : item.actor)),
  )
  const names = [issue.reporter, issue.assignee, official?.author, ...people].map(each => each?.username)
  return [...new Set(names)].filter(name => typeof name === 'string')
}

/** "+1" is worth more as a vote than as a comment. */
function MeToo({ number, onDone }: { number: number; onDone: () => void }) {
  const vote = useVote()
  return (
    <p className="flex flex-wrap items-center gap-3 rounded-2 border border-info-line bg-info-wash px-3 py-2">
      <span className="min-w-0 flex-1">
        <Trans>“Affects me” counts more than a comment, and everyone sees the number.</Trans>
      </span>
      <Button
        size="small"
        onClick={() => {
          vote.mutate({ number, on: true })
          onDone()
        }}
      >
        <Trans>Count me in</Trans>
      </Button>
    </p>
  )
}

interface FieldProps {
  field: RefObject<HTMLTextAreaElement | null>
  value: string
  names: string[]
  onChange: (text: string) => void
  onSend: () => void
  look: string
}

function MentionField({ field, value, names, onChange, onSend, look }: FieldProps) {
  const { t } = useLingui()
  const [caret, setCaret] = useState(0)
  const begun = mentionAt(value, caret)
  const offered =
    begun === null
      ? []
      : names.filter(name => name.toLowerCase().startsWith(begun.toLowerCase()) && name !== begun).slice(0, 6)
  const people = useCombobox({ items: offered, onChoose: choose, eager: true })

  function choose(name: string) {
    const done = finishMention(value, caret, name)
    // At once: the next letter goes where the caret is.
    flushSync(() => {
      onChange(done.text)
      setCaret(done.caret)
    })
    field.current?.setSelectionRange(done.caret, done.caret)
  }

  /** Names are offered where the caret is in one. */
  function follow(to: number) {
    setCaret(to)
    people.show()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return onSend()
    if (people.onKeyDown(event)) return
    if (event.key === 'Escape') field.current?.blur()
  }

  return (
    <div className="relative">
      <textarea
        ref={field}
        aria-label={t`Comment`}
        // Only while there is something to choose: the rest of the time it is a text of several lines.
        {...(people.open ? people.aria : {})}
        placeholder={t`Write a comment`}
        rows={3}
        maxLength={10_000}
        value={value}
        onChange={event => {
          onChange(event.target.value)
          follow(event.target.selectionStart)
        }}
        onSelect={event => {
          const now = event.currentTarget.selectionStart
          if (now !== caret) follow(now)
        }}
        onKeyDown={onKeyDown}
        onBlur={people.close}
        className={clsx(
          'block w-full rounded-2 border border-line-control bg-panel px-[11px] py-[9px] text-14 text-ink focus-visible:border-transparent focus-visible:outline-(length:--ring) focus-visible:-outline-offset-1 focus-visible:outline-focus max-md:text-16',
          look,
        )}
      />
      <ComboboxList box={people} label={t`People`} className="left-2 mt-1 min-w-40" keyOf={name => name}>
        {name => (
          <>
            <StreakTile name={name} />@{name}
          </>
        )}
      </ComboboxList>
    </div>
  )
}
