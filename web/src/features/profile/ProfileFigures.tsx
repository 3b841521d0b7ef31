import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { profileQuery } from '#/features/profile/api'
import { figure, percent } from '#/lib/number'

/** Points, rank and accuracy, beside a name. Says nothing until it knows. */
export function ProfileFigures({ username, own }: { username: string; own: boolean }) {
  const profile = useQuery(profileQuery(username)).data
  const standing = profile?.standings[0]
  if (!profile) return null
  return (
    <dl className="ml-auto flex flex-wrap gap-x-7 gap-y-2 max-md:ml-0">
      {standing && (
        <>
          <Figure
            gold={own}
            value={figure(standing.total)}
            name={<Trans>points, season {standing.season}</Trans>}
          />
          {standing.rank !== null && <Figure value={figure(standing.rank)} name={<Trans>rank</Trans>} />}
        </>
      )}
      {profile.person.accuracyPct !== null && (
        <Figure value={percent(profile.person.accuracyPct)} name={<Trans>accuracy</Trans>} />
      )}
    </dl>
  )
}

function Figure({ value, name, gold }: { value: string; name: ReactNode; gold?: boolean }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-12 text-ink-3">{name}</dt>
      <dd className={`text-16 font-semibold ${gold ? 'text-gold-text' : ''}`}>{value}</dd>
    </div>
  )
}
