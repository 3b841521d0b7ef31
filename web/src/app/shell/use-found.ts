import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CircleDot, Hash, Search, Target, UserRound } from 'lucide-react'
import { useDeferredValue } from 'react'
import type { Command } from '#/app/shell/use-commands'
import { useMoralis } from '#/backend/use-moralis'
import { pastedKind } from '#/entities/evidence/pasted'
import { missionListQuery } from '#/entities/mission/queries'
import { findQuery, isSearchable } from '#/features/issues/decide/api'
import { findQuery as standingFindQuery } from '#/features/leaderboard/api'
import { peopleFoundQuery } from '#/features/people/api'

/** How many missions are named at most. */
const MISSIONS = 3

/**
 * What is found by a few words: issues, missions and people; a hash is looked up. Administrators find every account,
 * testers the names of the leaderboard.
 */
export function useFound(typed: string) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const isAdmin = useMoralis().user?.isAdmin ?? false
  const words = useDeferredValue(typed.trim())
  const issues = useQuery(findQuery(words))
  const name = words.replace(/^@/, '')
  const isName = name.length > 1
  const accounts = useQuery({ ...peopleFoundQuery(name), enabled: isAdmin && isName })
  const ranked = useQuery({
    ...standingFindQuery(undefined, name),
    enabled: !isAdmin && isName,
    retry: false,
  })
  const people = isAdmin
    ? (accounts.data ?? [])
    : (ranked.data?.rows ?? []).flatMap(({ person: { id, username } }) =>
        username ? [{ id, username }] : [],
      )

  const inTitle = ({ title }: { title: string }) => title.toLowerCase().includes(words.toLowerCase())
  const found = isSearchable(words) ? (issues.data ?? []) : []
  // A word in the title says more than one somewhere in the text.
  const ordered = [...found.filter(inTitle), ...found.filter(issue => !inTitle(issue))]
  const issueCommands = ordered.slice(0, 6).map(
    (issue): Command => ({
      id: `issue-${issue.number}`,
      group: 'go',
      label: `#${issue.number} ${issue.title}`,
      Icon: CircleDot,
      run: () => void navigate({ to: '/issues/$number', params: { number: String(issue.number) } }),
    }),
  )
  const all: Command = {
    id: 'issues-all',
    group: 'go',
    label: t`All issues with “${words}”`,
    Icon: Search,
    run: () => void navigate({ to: '/issues', search: { q: words } }),
  }
  const missions = useInfiniteQuery({ ...missionListQuery('open'), enabled: words.length > 1 })
  const missionCommands = (missions.data?.pages ?? [])
    .flatMap(({ rows }) => rows)
    .filter(inTitle)
    .slice(0, words.length > 1 ? MISSIONS : 0)
    .map(
      ({ slug, title }): Command => ({
        id: `mission-${slug}`,
        group: 'go',
        label: title,
        Icon: Target,
        run: () => void navigate({ to: '/missions/$slug', params: { slug } }),
      }),
    )
  const isPasted = ['hash', 'link'].includes(pastedKind(words))
  const lookUp: Command = {
    id: 'look-up-pasted',
    group: 'go',
    label: t`Look up this transaction`,
    Icon: Hash,
    run: () => void navigate({ to: '/', search: { paste: words } }),
  }
  const isNamed = ({ username }: { username: string }) => username.toLowerCase() === name.toLowerCase()
  const persons = people.toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a)))
  const personCommands = persons.slice(0, 4).map(
    ({ id, username }): Command => ({
      id: `person-${id}`,
      group: 'go',
      label: `@${username}`,
      Icon: UserRound,
      run: () => void navigate({ to: '/u/$username', params: { username } }),
    }),
  )
  return {
    issues: issueCommands.length > 0 ? [...issueCommands, all] : [],
    people: isName ? personCommands : [],
    missions: missionCommands,
    transactions: isPasted ? [lookUp] : [],
    isWaiting: issues.isFetching || accounts.isFetching || ranked.isFetching,
  }
}
