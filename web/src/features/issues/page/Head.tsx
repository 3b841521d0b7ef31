import { Trans, useLingui } from '@lingui/react/macro'
import { Ellipsis, Eraser, Eye, EyeOff, Link2, Lock, Pencil, RotateCcw, Undo2 } from 'lucide-react'
import { useMoralis } from '#/backend/use-moralis'
import { AffectsGlyph } from '#/entities/issue/AffectsButton'
import { KIND_INLINE } from '#/entities/issue/messages'
import { ProofGlyph } from '#/entities/issue/ProofGlyph'
import { SeverityMark } from '#/entities/issue/SeverityMark'
import { StatusMark } from '#/entities/issue/StatusMark'
import { useIssueMessages } from '#/entities/issue/use-issue-messages'
import type { IssueView } from '#/entities/issue/view'
import { useVote } from '#/entities/issue/use-vote'
import { useWatch, type WatchLevel } from '#/features/issues/api'
import { useCopyLink } from '#/features/issues/page/use-copy-link'
import { Badge } from '#/ui/Badge'
import { Button } from '#/ui/Button'
import { dottedLine, dottedPart } from '#/ui/dotted'
import { Keys } from '#/ui/Keys'
import { Menu, MenuItem, MenuRule } from '#/ui/Menu'
import { Moment } from '#/ui/Moment'

interface Props {
  view: IssueView
  onEdit: () => void
  onWithdraw: () => void
  onReopen: () => void
  onPropose: () => void
  onProve: () => void
  onForget: () => void
}

/** What it is, how far it is, and what can be done about it at once. */
export function Head({ view, ...actions }: Props) {
  const { issue } = view
  return (
    <div className="mb-4 flex items-start gap-4 max-md:flex-col max-md:gap-3">
      <div className="min-w-0 flex-1">
        <h2 className="text-20 [overflow-wrap:anywhere]">
          <span className="mr-2 font-normal text-ink-3">#{issue.number}</span>
          {issue.title}
        </h2>
        <About view={view} />
      </div>
      <div className="flex items-center gap-2 print:hidden max-md:w-full">
        <Affects view={view} />
        <Watch number={issue.number} level={issue.watching} />
        <More view={view} {...actions} />
      </div>
    </div>
  )
}

/** One line of facts: how far it is, how bad, where. */
function About({ view: { issue, points } }: { view: IssueView }) {
  const { t } = useLingui()
  const messages = useIssueMessages()
  const kind = t(KIND_INLINE[issue.kind])
  return (
    <div className="mt-1.5 overflow-x-clip text-12 text-ink-3">
      <p className={`${dottedLine} flex-wrap items-center gap-y-1`}>
        <span className={dottedPart}>
          <span aria-label={t`Status`} role="group">
            <StatusMark status={issue.status} word={messages.standing(issue)} />
          </span>
        </span>
        {issue.severity && (
          <span className={dottedPart}>
            <SeverityMark severity={issue.severity} word={messages.severity(issue.severity)} />
          </span>
        )}
        <span className={dottedPart}>
          <span>
            <Trans>
              {kind} in {messages.area(issue.area)}
            </Trans>
          </span>
        </span>
        {points?.settlesAt && !points.settled && (
          <span className={dottedPart}>
            <span>
              <Trans>
                settles <Moment at={points.settlesAt} />
              </Trans>
            </span>
          </span>
        )}
        {issue.visibility === 'private' && (
          <span className="pl-4">
            <Badge tone="danger" icon={<Lock size={12} strokeWidth={2.1} aria-hidden />}>
              <Trans>Private</Trans>
            </Badge>
          </span>
        )}
        {issue.tags.map(tag => (
          <span key={tag} className="pl-4">
            <Badge>{tag}</Badge>
          </span>
        ))}
      </p>
    </div>
  )
}

/** Testers' first choice on the page: that it happens to them too. */
function Affects({ view: { issue, may } }: { view: IssueView }) {
  const isAdmin = useMoralis().user?.isAdmin ?? false
  const vote = useVote()
  const mine = issue.affectsMe || issue.mine
  const locked = issue.mine || issue.lockedVotes || !may.vote
  const toggle = () => vote.mutate({ number: issue.number, on: !issue.affectsMe })
  const look = mine
    ? 'border-link-line bg-link-wash text-link'
    : isAdmin || locked
      ? 'border-line-strong bg-raised hover:bg-active'
      : 'border-inverse bg-inverse text-ink-inverse hover:border-inverse-hover hover:bg-inverse-hover'
  return (
    <button
      type="button"
      aria-pressed={mine}
      aria-disabled={locked || undefined}
      aria-keyshortcuts="v"
      onClick={locked ? undefined : toggle}
      className={`inline-flex h-(--control) items-center justify-center gap-2 rounded-2 border px-3 font-medium whitespace-nowrap max-md:flex-1 max-md:px-2 ${look}`}
    >
      <AffectsGlyph filled={mine} />
      <Trans>Affects me too</Trans> <span className="font-semibold">{issue.voteCount}</span>
    </button>
  )
}

function Watch({ number, level }: { number: number; level: WatchLevel | null }) {
  const { t } = useLingui()
  const watch = useWatch()
  const on = level !== null && level !== 'mute'
  const Icon = on ? Eye : EyeOff
  return (
    <Button
      aria-keyshortcuts="w"
      aria-pressed={on}
      title={t`You'll be notified about updates. Find watched issues with watching:me`}
      icon={<Icon size={14} strokeWidth={1.9} aria-hidden />}
      onClick={() => watch.mutate({ number, level: on ? null : 'all' })}
    >
      {on ? <Trans>Watching</Trans> : <Trans>Watch</Trans>}
    </Button>
  )
}

function More({ view: { issue, may }, onEdit, onWithdraw, onReopen, onPropose, onProve, onForget }: Props) {
  const { t } = useLingui()
  const isAdmin = useMoralis().user?.isAdmin ?? false
  const copyLink = useCopyLink()
  const glyph = { size: 14, strokeWidth: 1.9, 'aria-hidden': true } as const
  return (
    <Menu
      align="end"
      trigger={<Button shape="icon" aria-label={t`More`} icon={<Ellipsis size={16} aria-hidden />} />}
    >
      <MenuItem
        icon={<Link2 {...glyph} />}
        keys={<Keys of={['y']} />}
        onSelect={() => copyLink(issue.number)}
      >{t`Copy link`}</MenuItem>
      {issue.status !== 'closed' && issue.kind === 'bug' && !issue.mine && may.vote && (
        <MenuItem icon={<ProofGlyph />} keys={<Keys of={['⇧', 'v']} />} onSelect={onProve}>
          {t`Affects me, with my transaction…`}
        </MenuItem>
      )}
      {may.edit && (
        <MenuItem icon={<Pencil {...glyph} />} onSelect={onEdit}>
          <Trans>Edit</Trans>
        </MenuItem>
      )}
      {may.proposeDuplicate && (
        <MenuItem icon={<Link2 {...glyph} />} onSelect={onPropose}>
          <Trans>Propose as a duplicate…</Trans>
        </MenuItem>
      )}
      {may.reopen && (
        <MenuItem icon={<RotateCcw {...glyph} />} onSelect={onReopen}>
          <Trans>Reopen…</Trans>
        </MenuItem>
      )}
      {isAdmin && (
        <MenuItem icon={<Eraser {...glyph} />} onSelect={onForget}>
          <Trans>Erase earlier texts…</Trans>
        </MenuItem>
      )}
      {may.withdraw && (
        <>
          <MenuRule />
          <MenuItem danger icon={<Undo2 {...glyph} />} onSelect={onWithdraw}>
            <Trans>Withdraw…</Trans>
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
