import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Ellipsis, Pencil, Pin, Reply, Send, Star, Trash2, UserRound } from 'lucide-react'
import { useState } from 'react'
import { issueQuery } from '#/entities/issue/queries'
import type { Comment } from '#/entities/issue/view'
import { PersonName } from '#/entities/person/PersonName'
import { StreakTile } from '#/entities/person/StreakTile'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { useChangeComment } from '#/features/issues/api'
import { Files } from '#/features/issues/page/Report'
import { Written } from '#/features/issues/page/Written'
import { Ago } from '#/ui/Ago'
import { Badge, RoleBadge } from '#/ui/Badge'
import { Button } from '#/ui/Button'
import { FormError } from '#/ui/FormError'
import { Menu, MenuItem, MenuRule } from '#/ui/Menu'
import { TextArea } from '#/ui/TextArea'

interface Props {
  comment: Comment
  number: number
  /** The comment that it answers, if that is on the page. */
  repliesTo?: Comment | undefined
  onReply?: ((to: Comment) => void) | undefined
}

/** What a user said. Notes of the staff look different, so that it is clear who can read them. */
export function CommentCard({ comment, number, repliesTo, onReply }: Props) {
  const [editing, setEditing] = useState(false)
  if (comment.deleted)
    return (
      <p className="py-[5px] pl-[33px] text-12 text-ink-3">
        <Trans>A comment was deleted.</Trans>
      </p>
    )
  return (
    <article id={`comment-${comment.id}`} className={`flex gap-3 py-2.5 ${comment.parent ? 'pl-8' : ''}`}>
      <span className="mt-2 max-md:hidden">
        <StreakTile name={comment.author.username ?? ''} />
      </span>
      <div
        className={`min-w-0 flex-1 rounded-3 border px-3.5 py-2.5 ${comment.internal ? 'border-dashed border-warning-line bg-warning-wash' : 'border-line bg-panel'}`}
      >
        <Top comment={comment} number={number} onEdit={() => setEditing(true)} onReply={onReply} />
        {repliesTo && !repliesTo.deleted && (
          <a href={`#comment-${repliesTo.id}`} className="block truncate text-12 text-ink-3">
            <Trans>in reply to @{repliesTo.author.username ?? '…'}</Trans>
          </a>
        )}
        {editing ? (
          <Edit comment={comment} number={number} onDone={() => setEditing(false)} />
        ) : (
          <Written text={comment.body} names={comment.mentions} />
        )}
        <Files of={comment.attachments} />
      </div>
    </article>
  )
}

interface TopProps extends Pick<Props, 'comment' | 'number' | 'onReply'> {
  onEdit: () => void
}

function Top({ comment, number, onEdit, onReply }: TopProps) {
  const { t } = useLingui()
  const change = useChangeComment(number)
  const navigate = useNavigate()
  const { may } = comment
  const { username } = comment.author
  const there = useQuery(issueQuery(number)).data?.trackers.filter(({ phase }) => phase === 'linked') ?? []
  const sendsTo = there.find(
    ({ comments }) => !comment.internal && comments.every(({ id }) => id !== comment.id),
  )
  // One level: an answer is not answered itself.
  const canReply = onReply && !comment.parent
  const hasFirst = Boolean(canReply || username)
  const hasRest = may.edit || may.delete || may.helpful || may.pin || Boolean(sendsTo)
  const glyph = { size: 14, strokeWidth: 1.9, 'aria-hidden': true } as const
  return (
    <header className="mb-0.5 flex flex-wrap items-center gap-2">
      <PersonName plain unlinked person={comment.author} />
      {comment.author.isAdmin && <RoleBadge isAdmin />}
      <span className="text-12 text-ink-3">
        <Ago at={comment.createdAt} />
        {comment.editedAt && (
          <>
            {' '}
            · <Trans>edited</Trans>
          </>
        )}
      </span>
      <span className="ml-auto flex items-center gap-1.5">
        {comment.internal && <Badge tone="warning">{t`Staff only`}</Badge>}
        {comment.kind === 'info_request' && <Badge tone="info">{t`Question`}</Badge>}
        {comment.kind === 'official' && (
          <Badge icon={<Pin size={12} strokeWidth={2.1} aria-hidden />}>
            <Trans>Official</Trans>
          </Badge>
        )}
        {comment.helpful && (
          <Badge tone="gold" icon={<Star size={12} strokeWidth={2.1} aria-hidden />}>
            <Trans>Helpful</Trans>
          </Badge>
        )}
        {(hasFirst || hasRest) && (
          <span className="print:hidden">
            <Menu
              align="end"
              trigger={
                <Button
                  kind="ghost"
                  size="small"
                  shape="icon"
                  aria-label={t`More about this comment`}
                  icon={<Ellipsis size={14} aria-hidden />}
                />
              }
            >
              {canReply && (
                <MenuItem icon={<Reply {...glyph} />} onSelect={() => onReply(comment)}>
                  <Trans>Reply</Trans>
                </MenuItem>
              )}
              {username && (
                <MenuItem
                  icon={<UserRound {...glyph} />}
                  onSelect={() => void navigate({ to: '/u/$username', params: { username } })}
                >
                  <Trans>Profile of @{username}</Trans>
                </MenuItem>
              )}
              {hasFirst && hasRest && <MenuRule />}
              {may.edit && (
                <MenuItem icon={<Pencil {...glyph} />} onSelect={onEdit}>
                  <Trans>Edit</Trans>
                </MenuItem>
              )}
              {sendsTo && (
                <MenuItem
                  icon={<Send {...glyph} />}
                  onSelect={() => change.mutate({ name: 'trackerCommentSend', comment: comment.id })}
                >
                  <Trans>Send to {sendsTo.ref}</Trans>
                </MenuItem>
              )}
              {may.helpful && (
                <MenuItem
                  icon={<Star {...glyph} />}
                  onSelect={() =>
                    change.mutate({ name: 'commentMarkHelpful', id: comment.id, on: !comment.helpful })
                  }
                >
                  {comment.helpful ? <Trans>Unmark as helpful</Trans> : <Trans>Mark as helpful</Trans>}
                </MenuItem>
              )}
              {may.pin && (
                <MenuItem
                  icon={<Pin {...glyph} />}
                  onSelect={() =>
                    change.mutate({ name: 'commentPin', id: comment.id, on: comment.kind !== 'official' })
                  }
                >
                  {comment.kind === 'official' ? <Trans>Unpin</Trans> : <Trans>Pin as official</Trans>}
                </MenuItem>
              )}
              {may.delete && (
                <MenuItem
                  danger
                  icon={<Trash2 {...glyph} />}
                  onSelect={() => change.mutate({ name: 'commentDelete', id: comment.id })}
                >{t`Delete`}</MenuItem>
              )}
            </Menu>
          </span>
        )}
      </span>
    </header>
  )
}

function Edit({ comment, number, onDone }: { comment: Comment; number: number; onDone: () => void }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const change = useChangeComment(number)
  const [body, setBody] = useState(comment.body)
  return (
    <div className="grid gap-2">
      <TextArea
        label={<Trans>Your comment</Trans>}
        value={body}
        maxLength={10_000}
        onChange={event => setBody(event.target.value)}
      />
      <FormError>{sayProblem(change.error)}</FormError>
      <span className="flex gap-2">
        <Button
          size="small"
          kind="primary"
          busy={change.isPending}
          disabled={!body.trim()}
          onClick={() =>
            change.mutate({ name: 'commentEdit', id: comment.id, body: body.trim() }, { onSuccess: onDone })
          }
        >{t`Save`}</Button>
        <Button size="small" kind="ghost" onClick={onDone}>{t`Cancel`}</Button>
      </span>
    </div>
  )
}
