import { Trans, useLingui } from '@lingui/react/macro'
import { Ellipsis, Eraser, Eye, EyeOff, Link2, Lock, Pencil, RotateCcw, Undo2 } from 'lucide-react'
import { Fragment } from 'react'
import { useMoralis } from '#/backend/use-moralis'
import { AffectsGlyph } from '#/entities/issue/AffectsButton'
import { KIND_INLINE } from '#/entities/issue/messages'
import { ProofGlyph } from '#/entities/issue/ProofGlyph'
import type { Status } from '#/entities/issue/schema'
import { SeverityMark } from '#/entities/issue/SeverityMark'
import { StatusMark } from '#/entities/issue/StatusMark'
import { useIssueMessages } from '#/entities/issue/use-issue-messages'
import type { IssueView } from '#/entities/issue/view'
import { PersonName } from '#/entities/person/PersonName'
import { useVote } from '#/entities/issue/use-vote'
import { useWatch, type WatchLevel } from '#/features/issues/api'
import { useCopyLink } from '#/features/issues/page/use-copy-link'
import { Ago } from '#/ui/Ago'
import { Badge } from '#/ui/Badge'
import { Button } from '#/ui/Button'
import { dottedLine, dottedPart } from '#/ui/dotted'
import { Keys } from '#/ui/Keys'
import { Menu, MenuItem, MenuRule } from '#/ui/Menu'

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
        <Steps view={view} />
        <About view={view} />
      </div>
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        <Affects view={view} />
        <WithProof view={view} onProve={actions.onProve} />
        <Watch number={issue.number} level={issue.watching} />
        <More view={view} {...actions} />
      </div>
    </div>
  )
}

const PATH: Status[] = ['confirmed', 'in_progress', 'fixed', 'verified']

/** The way of an issue, with where it is. */
function Steps({ view: { issue } }: { view: IssueView }) {
  const { t } = useLingui()
  const messages = useIssueMessages()
  const now = PATH.includes(issue.status)
  return (
    <ol aria-label={t`Status`} className="mt-2 flex flex-wrap items-center gap-x-2.5 gap-y-1">
      {!now && (
        <li aria-current="step">
          <StatusMark status={issue.status} word={messages.standing(issue)} />
        </li>
      )}
      {issue.status !== 'closed' &&
        PATH.map((step, order) => (
          <Fragment key={step}>
            {(order > 0 || !now) && <li aria-hidden className="h-px w-[18px] bg-line-strong max-md:hidden" />}
            <li
              aria-current={step === issue.status ? 'step' : undefined}
              className={step === issue.status ? undefined : 'max-md:hidden'}
            >
              <StatusMark
                status={step}
                word={messages.status(issue.kind, step)}
                faint={step !== issue.status}
              />
            </li>
          </Fragment>
        ))}
    </ol>
  )
}

function About({ view: { issue } }: { view: IssueView }) {
  const { t } = useLingui()
  const messages = useIssueMessages()
  const kind = t(KIND_INLINE[issue.kind])
  return (
    <p className="mt-2 overflow-x-clip text-12 text-ink-2">
      <span className={`${dottedLine} flex-wrap items-center gap-y-1`}>
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
        <span className={dottedPart}>
          <span>
            <Trans>
              reported by <PersonName plain person={issue.reporter} />, <Ago at={issue.submittedAt} />
            </Trans>
          </span>
        </span>
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
      </span>
    </p>
  )
}

function Affects({ view: { issue, may } }: { view: IssueView }) {
  const vote = useVote()
  const mine = issue.affectsMe || issue.mine
  const locked = issue.mine || issue.lockedVotes || !may.vote
  return (
    <button
      type="button"
      aria-pressed={mine}
      aria-disabled={locked || undefined}
      aria-keyshortcuts="v"
      onClick={locked ? undefined : () => vote.mutate({ number: issue.number, on: !issue.affectsMe })}
      className={`inline-flex h-(--control) items-center gap-2 rounded-2 border px-3 font-medium ${mine ? 'border-link-line bg-link-wash text-link' : 'border-line-strong bg-raised hover:bg-active'}`}
    >
      <AffectsGlyph filled={mine} />
      <Trans>Affects me</Trans> <span className="font-semibold">{issue.voteCount}</span>
      <Keys of={['v']} />
    </button>
  )
}

/** A vote that shows what happened. */
function WithProof({ view: { issue, may }, onProve }: { view: IssueView; onProve: () => void }) {
  if (issue.status === 'closed' || issue.kind !== 'bug' || issue.mine || !may.vote) return null
  return (
    <Button
      aria-keyshortcuts="Shift+V"
      icon={<ProofGlyph />}
      keys={<Keys of={['⇧', 'v']} />}
      onClick={onProve}
    >
      <Trans>With proof</Trans>
    </Button>
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
      title={t`News of it come to your notifications. Watched issues stand in the list under watching:me`}
      icon={<Icon size={14} strokeWidth={1.9} aria-hidden />}
      keys={<Keys of={['w']} />}
      onClick={() => watch.mutate({ number, level: on ? null : 'all' })}
    >
      {on ? <Trans>Watching</Trans> : <Trans>Watch</Trans>}
    </Button>
  )
}

function More({ view: { issue, may }, onEdit, onWithdraw, onReopen, onPropose, onForget }: Props) {
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
      >
        <Trans>Copy link</Trans>
      </MenuItem>
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
