import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { RESOLUTION } from '#/entities/issue/messages'
import { FailedCallTitle } from '#/entities/notification/FailedCallTitle'
import { kindOf } from '#/entities/notification/kinds'
import type { Notification } from '#/entities/notification/schema'
import { shortHash } from '#/lib/hash'
import { signed } from '#/lib/number'
import { dayOf } from '#/lib/time'

/** What a notification says, in one sentence. */
export function NotificationTitle({ row }: { row: Notification }): ReactNode {
  const { t } = useLingui()
  const { kind, data, issue, count } = row
  const number = issue?.number
  switch (kind) {
    case 'fix_check':
      return data.build ? (
        <Trans>
          #{number} is fixed in {data.build.version}. Does it work for you?
        </Trans>
      ) : (
        <Trans>#{number} is fixed. Does it work for you?</Trans>
      )
    case 'info_asked':
      return row.actor?.username ? (
        <Trans>
          @{row.actor.username} asks on #{number}
        </Trans>
      ) : (
        <Trans>The team asks on #{number}</Trans>
      )
    case 'failure_question':
      return <FailedCallTitle row={row} />
    case 'issue_news':
      return <IssueNews row={row} />
    case 'comment_staff':
    case 'comment':
      return <Comments row={row} />
    case 'mention':
      return row.actor?.username ? (
        <Trans>
          @{row.actor.username} mentions you on #{number}
        </Trans>
      ) : (
        <Trans>You are mentioned on #{number}</Trans>
      )
    case 'points_settled':
    case 'points_reversed':
    case 'badge_level':
    case 'account_changed':
      return <OwnNews row={row} />
    case 'release':
      return <Release row={row} />
    case 'rules_season':
      return data.title && data.what !== 'season' ? data.title : <Season row={row} />
    case 'payout':
      return <Payout row={row} />
    case 'mission':
    case 'submission_returned':
      return <MissionNews row={row} />
    case 'evidence_finished': {
      const hash = data.hash ? shortHash(data.hash) : ''
      switch (data.chainStatus) {
        case 'success':
          return <Trans>Your transaction {hash} went through</Trans>
        case 'reverted':
          return <Trans>Your transaction {hash} failed</Trans>
        case 'dropped':
          return <Trans>Your transaction {hash} was dropped by the network</Trans>
        case 'replaced':
          return <Trans>Your transaction {hash} was replaced by another</Trans>
        default:
          return <Trans>Your transaction {hash} is resolved</Trans>
      }
    }
    default:
      if (kind.startsWith('admin_')) return <AdminNews row={row} />
      return number === undefined ? (
        t(kindOf(kind).label)
      ) : (
        <Trans>
          {t(kindOf(kind).label)}: #{number}
          {count > 1 && ` (${count})`}
        </Trans>
      )
  }
}

/** What the reader gets. */
function Amount({ children }: { children: ReactNode }) {
  return <b className="font-semibold text-gold-text">{children}</b>
}

function MissionNews({ row: { kind, data } }: { row: Notification }) {
  const { t } = useLingui()
  const title = data.mission?.title
  if (!title) return t(kindOf(kind).label)
  if (kind === 'submission_returned')
    return data.reason ? (
      <Trans>
        “{title}” did not pass: {data.reason}
      </Trans>
    ) : (
      <Trans>“{title}” did not pass. You can try again.</Trans>
    )
  switch (data.what) {
    case 'opened':
      return data.points === null ? (
        <Trans>A mission is open: “{title}”</Trans>
      ) : (
        <Trans>
          A mission is open: “{title}”, <Amount>{data.points}</Amount> points
        </Trans>
      )
    case 'ending':
      return <Trans>“{title}” ends within a day. You have started it.</Trans>
    case 'refused':
      return <Trans>“{title}” did not pass</Trans>
    default:
      return data.amount ? (
        <Trans>
          “{title}” is done, <Amount>{signed(data.amount)}</Amount> points
        </Trans>
      ) : (
        <Trans>“{title}” is done</Trans>
      )
  }
}

function IssueNews({ row: { issue, data, count } }: { row: Notification }) {
  const { t } = useLingui()
  const number = issue?.number
  const build = data.build?.version
  const resolution = data.resolution ? RESOLUTION[data.resolution] : undefined
  const said = () => {
    switch (data.what) {
      case 'confirmed':
        return <Trans>#{number} was confirmed</Trans>
      case 'started':
        return <Trans>Work on #{number} has started</Trans>
      case 'fixed':
        return build ? (
          <Trans>
            #{number} is fixed in {build}
          </Trans>
        ) : (
          <Trans>#{number} is fixed</Trans>
        )
      case 'verified':
        return <Trans>The fix of #{number} is verified</Trans>
      case 'merged':
        return data.into === null ? (
          <Trans>#{number} was merged into another report</Trans>
        ) : (
          <Trans>
            #{number} was merged into #{data.into}
          </Trans>
        )
      case 'reopened':
        return <Trans>#{number} was reopened</Trans>
      case 'regressed':
        return <Trans>#{number} fails again</Trans>
      case 'closed':
        return resolution ? (
          <Trans>
            #{number} was closed: {t(resolution)}
          </Trans>
        ) : (
          <Trans>#{number} was closed</Trans>
        )
      default:
        return <Trans>Update on #{number}</Trans>
    }
  }
  return (
    <>
      {said()}
      {count > 1 && (
        <span className="font-normal text-ink-3">
          {' '}
          <Plural value={count - 1} one="and # more step" other="and # more steps" />
        </span>
      )}
    </>
  )
}

function namesIn(people: string[] | number, actor: string | null | undefined): string[] {
  if (typeof people !== 'number' && people.length > 0) return people
  return actor ? [actor] : []
}

function Comments({ row: { issue, data, count, kind, actor } }: { row: Notification }) {
  const number = issue?.number
  const named = namesIn(data.people, actor?.username)
  const [first, second] = named.map(name => `@${name}`)
  const others = named.length - 2
  const by =
    first === undefined ? null : second === undefined ? (
      <Trans>by {first}</Trans>
    ) : others > 0 ? (
      <Trans>
        by {first}, {second} and <Plural value={others} one="# other" other="# others" />
      </Trans>
    ) : (
      <Trans>
        by {first} and {second}
      </Trans>
    )
  return (
    <>
      {kind === 'comment_staff' ? (
        <Trans>
          <Plural value={count} one="A comment by the team" other="# comments by the team" /> on #{number}
        </Trans>
      ) : (
        <Trans>
          <Plural value={count} one="A comment" other="# comments" /> on #{number}
        </Trans>
      )}{' '}
      {by}
    </>
  )
}

function OwnNews({ row: { kind, issue, data } }: { row: Notification }) {
  const amount = <Amount>{signed(data.amount ?? 0)}</Amount>
  if (kind === 'points_settled')
    return issue ? (
      <Trans>
        {amount} points settled for #{issue.number}
      </Trans>
    ) : (
      <Trans>{amount} points settled</Trans>
    )
  if (kind === 'points_reversed') {
    if (data.what === 'penalty') return <Trans>You got a penalty of {amount} points</Trans>
    return issue ? (
      <Trans>
        {amount} points: points for #{issue.number} were reversed
      </Trans>
    ) : (
      <Trans>{amount} points: points were reversed</Trans>
    )
  }
  if (kind === 'badge_level') return <Trans>You reached level {data.level}</Trans>
  switch (data.status) {
    case 'limited':
      return <Trans>Your account is limited</Trans>
    case 'suspended':
      return <Trans>Your account is suspended</Trans>
    case 'active':
      return <Trans>Your account has been restored</Trans>
    case 'linked':
      return <Trans>Your account was linked to another account</Trans>
    case 'unlinked':
      return <Trans>Your account is no longer linked to another account</Trans>
    case 'held':
      return <Trans>Your account is being checked</Trans>
    case 'released':
      return <Trans>Your account is in order</Trans>
    case 'asked':
      return <Trans>An administrator asks about your account</Trans>
    case 'deletion_scheduled':
      return data.until === null ? (
        <Trans>Your account will be deleted</Trans>
      ) : (
        <Trans>Your account will be deleted on {dayOf(data.until)}</Trans>
      )
    case 'deletion_cancelled':
      return <Trans>Your account will not be deleted</Trans>
    case 'appeal_upheld':
      return <Trans>Your appeal was upheld</Trans>
    case 'appeal_denied':
      return <Trans>Your appeal was denied</Trans>
    default:
      return <Trans>Your account has changed</Trans>
  }
}

function Release({ row: { data } }: { row: Notification }) {
  const version = data.build?.version ?? data.version ?? ''
  const numbers = data.fixed.map(number => `#${number}`).join(', ')
  return data.fixed.length > 0 ? (
    <Trans>
      Your reports were fixed in {version}: {numbers}
    </Trans>
  ) : (
    <Trans>{version} is out</Trans>
  )
}

function useSeasonName(season: Notification['data']['season']) {
  const { t } = useLingui()
  return season?.name || (season ? t`Season ${season.number}` : t`The season`)
}

function Payout({ row: { data } }: { row: Notification }) {
  const name = useSeasonName(data.season)
  if (data.what === 'void') return <Trans>The payout of {name} is void</Trans>
  return data.paid === null ? (
    <Trans>The payout of {name} is published</Trans>
  ) : (
    <Trans>
      {name} is paid: <Amount>{data.paid}</Amount> for you
    </Trans>
  )
}

function Season({ row: { data } }: { row: Notification }) {
  const name = useSeasonName(data.season)
  if (data.season) {
    switch (data.season.state) {
      case 'live':
        return <Trans>{name} has started</Trans>
      case 'review':
        return <Trans>{name} has ended. Results are being checked.</Trans>
      case 'final':
        return <Trans>The results of {name} are final</Trans>
      default:
        return <Trans>Update on {name}</Trans>
    }
  }
  return data.version === null ? (
    <Trans>Programme news</Trans>
  ) : (
    <Trans>
      Rules v{data.version} {data.from && <Trans>from {dayOf(data.from)}</Trans>}
    </Trans>
  )
}

function AdminNews({ row: { kind, issue, data, count } }: { row: Notification }) {
  const { t } = useLingui()
  const number = issue?.number
  const people = typeof data.people === 'number' ? data.people : count
  switch (kind) {
    case 'admin_s1':
      return <Trans>#{number} was reported as critical</Trans>
    case 'admin_private':
      return <Trans>New private report: #{number}</Trans>
    case 'admin_regression':
      return <Trans>#{number} was fixed and fails again</Trans>
    case 'admin_promise':
      return <Trans>#{number} is about to miss its response target</Trans>
    case 'admin_cluster':
      return (
        <Trans>
          <Plural value={people} one="# person" other="# people" /> within an hour: {data.title}
        </Trans>
      )
    case 'admin_webhook':
      return data.failures === null ? (
        <Trans>{data.service ?? data.name} does not work</Trans>
      ) : (
        <Trans>
          The webhook {data.name} is off after{' '}
          <Plural value={data.failures} one="# failure" other="# failures" />
        </Trans>
      )
    case 'admin_failure_rate':
      return <Trans>The failure rate of {data.name} has doubled</Trans>
    case 'admin_network':
      return <Trans>{data.network?.name} has no working endpoint</Trans>
    case 'admin_appeal':
      return data.name ? (
        <Trans>@{data.name} appealed a decision</Trans>
      ) : (
        <Trans>A tester appealed a decision</Trans>
      )
    case 'admin_tracker':
      return data.kind === 'reopen' ? (
        <Trans>
          {data.ref} was reopened in {data.tracker?.name || data.tracker?.kind}: review #{number}
        </Trans>
      ) : (
        <Trans>
          {data.ref} was closed in {data.tracker?.name || data.tracker?.kind}: review #{number}
        </Trans>
      )
    default:
      return t(kindOf(kind).label)
  }
}
