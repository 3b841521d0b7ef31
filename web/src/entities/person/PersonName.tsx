import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Person } from '#/entities/person/schema'
import { StreakTile } from '#/entities/person/StreakTile'

export type NamedPerson = Pick<Person, 'username'> & Partial<Pick<Person, 'trustLevel' | 'hidden'>>

interface Props {
  person: NamedPerson
  /** Show how far this tester is trusted. */
  level?: boolean
  /** The name alone, inside a sentence. */
  plain?: boolean
  /** Leads nowhere: what is around it does. */
  unlinked?: boolean
}

const WHOLE = 'inline-flex min-h-6 min-w-0 items-center gap-2 font-medium text-ink hover:text-ink'

/** A person: tile and name, which leads to their profile. */
export function PersonName({ person, level, plain, unlinked }: Props) {
  const { t } = useLingui()
  const { username, trustLevel = 0 } = person
  // In a sentence it is a word, and stands on the line of the others.
  const whole = plain ? '' : 'inline-flex items-center gap-2 align-middle'
  if (person.hidden)
    return (
      <span className={`${whole} text-ink-2`}>
        {!plain && <HiddenTile />}
        <Trans>Hidden tester</Trans>
      </span>
    )
  if (!username)
    return (
      <span className={`${whole} font-medium`}>
        {!plain && <StreakTile name="" />}
        <Trans>Guest</Trans>
      </span>
    )
  if (plain && unlinked) return <span className="font-medium text-ink">@{username}</span>
  if (plain)
    return (
      <Link to="/u/$username" params={{ username }} className="font-medium text-ink hover:text-ink">
        @{username}
      </Link>
    )
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5 align-middle">
      {unlinked ? (
        <span className={WHOLE}>
          <StreakTile name={username} />
          <span className="truncate">@{username}</span>
        </span>
      ) : (
        <Link to="/u/$username" params={{ username }} className={WHOLE}>
          <StreakTile name={username} />
          <span className="truncate">@{username}</span>
        </Link>
      )}
      {level && (
        <span className="text-12 text-ink-3">
          <span aria-hidden>L{trustLevel}</span>
          <span className="sr-only">{t`level ${trustLevel}`}</span>
        </span>
      )}
    </span>
  )
}

function HiddenTile() {
  return (
    <svg viewBox="0 0 20 20" width="20" height="20" className="flex-none" aria-hidden>
      <rect
        x=".5"
        y=".5"
        width="19"
        height="19"
        rx="4.5"
        fill="none"
        stroke="var(--line-strong)"
        strokeDasharray="2 2"
      />
    </svg>
  )
}
