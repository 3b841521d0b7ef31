import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import {
  CornerDownRight,
  Fingerprint,
  Inbox,
  Scale,
  ShieldAlert,
  Wallet,
  Keyboard,
  LogOut,
  type LucideIcon,
  Moon,
  Plus,
  Search,
  Sun,
  SunMoon,
  UserRound,
} from 'lucide-react'
import { INBOX, MISSIONS, PLACES, REVIEW, SETTINGS } from '#/app/shell/places'
import type { Sheet } from '#/app/shell/shell-context'
import { useSettingCommands } from '#/app/shell/use-setting-commands'
import { useLogOut } from '#/app/shell/use-log-out'
import type { User } from '#/backend/user'
import { type PageCommand, useRegisteredCommands } from '#/lib/page-commands'
import { setTheme } from '#/lib/preferences'

/** Something that can be done from anywhere, by key or by name. */
export interface Command {
  id: string
  group: 'here' | 'go' | 'do'
  label: string
  Icon: LucideIcon
  keys?: string[] | undefined
  /** Not listed in the palette, which it opens. */
  unlisted?: boolean | undefined
  /** Goes on for as long as its key is held. */
  repeats?: boolean | undefined
  run: () => void
}

/** All that can be done now. Where the page has a use of its own for a key, it takes it. */
export function withPage(everywhere: Command[], page: PageCommand[]): Command[] {
  const here = page.map(
    ({ id, label, keys, unlisted, repeats, Icon = CornerDownRight, run }): Command => ({
      id,
      group: 'here',
      label,
      Icon,
      keys,
      unlisted,
      repeats,
      run,
    }),
  )
  const taken = new Set(here.map(command => command.keys?.join(' ')))
  return [...here, ...everywhere.filter(({ keys }) => !keys || !taken.has(keys.join(' ')))]
}

/** The same for what shows it. */
export const useCommandsHere = (everywhere: Command[]) => withPage(everywhere, useRegisteredCommands())

const PROFILE_TABS = [
  ['points', msg`Points`],
  ['reports', msg`Reports`],
  ['wallets', msg`Wallets`],
  ['notifications', msg`Notifications`],
  ['privacy', msg`Privacy`],
  ['security', msg`Security`],
  ['preferences', msg`Preferences`],
  ['data', msg`Data`],
] as const

/** What this user can do on every page. What the page in sight adds changes with its keys, and the shell must not. */
export function useCommands(user: User, open: (sheet: Sheet) => void): Command[] {
  const { t } = useLingui()
  const navigate = useNavigate()
  const logOut = useLogOut()

  const places = [...PLACES, MISSIONS, INBOX, ...(user.isAdmin ? [REVIEW, SETTINGS] : [])].map(
    (place): Command => {
      const name = t(place.label)
      return {
        id: place.to,
        group: 'go',
        label: t`Go to ${name}`,
        Icon: place.Icon,
        keys: place.keys,
        run: () => void navigate({ to: place.to }),
      }
    },
  )

  const profile: Command = {
    id: 'profile',
    group: 'go',
    label: t`Go to your profile`,
    Icon: UserRound,
    run: () => void navigate({ to: '/u/$username', params: { username: user.username } }),
  }

  const tabs = PROFILE_TABS.map(([tab, words]): Command => {
    const name = t(words)
    return {
      id: `profile-${tab}`,
      group: 'go',
      label: t`Your profile: ${name}`,
      Icon: UserRound,
      run: () => void navigate({ to: '/u/$username', params: { username: user.username }, search: { tab } }),
    }
  })

  const triage: Command = {
    id: 'triage',
    group: 'go',
    label: t`Go to reports to review`,
    Icon: Inbox,
    keys: ['g', 't'],
    run: () => void navigate({ to: '/review/$kind/{-$item}', params: { kind: 'reports' } }),
  }

  const clusters: Command = {
    id: 'clusters',
    group: 'go',
    label: t`Go to failures`,
    Icon: Fingerprint,
    keys: ['g', 'c'],
    run: () => void navigate({ to: '/issues/clusters' }),
  }

  const payouts: Command = {
    id: 'payouts',
    group: 'go',
    label: t`Go to payouts`,
    Icon: Wallet,
    keys: ['g', 'p'],
    run: () => void navigate({ to: '/payouts' }),
  }

  const appeals: Command = {
    id: 'appeals',
    group: 'go',
    label: t`Go to appeals to review`,
    Icon: Scale,
    keys: ['g', 'a'],
    run: () => void navigate({ to: '/review/$kind/{-$item}', params: { kind: 'appeals' } }),
  }

  const fairness: Command = {
    id: 'fairness',
    group: 'go',
    label: t`Go to fairness cases`,
    Icon: ShieldAlert,
    keys: ['g', 'f'],
    run: () => void navigate({ to: '/review/$kind/{-$item}', params: { kind: 'fairness' } }),
  }

  const deeds: Command[] = [
    {
      id: 'report',
      group: 'do',
      label: t`Report a new issue`,
      Icon: Plus,
      keys: ['c'],
      run: () => void navigate({ to: '/issues/new' }),
    },
    {
      id: 'palette',
      group: 'do',
      label: t`Find a command`,
      Icon: Search,
      keys: ['mod+k'],
      unlisted: true,
      run: () => open('palette'),
    },
    {
      id: 'search',
      group: 'do',
      label: t`Search`,
      Icon: Search,
      keys: ['/'],
      unlisted: true,
      run: () => open('palette'),
    },
    {
      id: 'help',
      group: 'do',
      label: t`Show keyboard shortcuts`,
      Icon: Keyboard,
      keys: ['?'],
      run: () => open('help'),
    },
    { id: 'dark', group: 'do', label: t`Use the dark theme`, Icon: Moon, run: () => setTheme('dark') },
    { id: 'light', group: 'do', label: t`Use the light theme`, Icon: Sun, run: () => setTheme('light') },
    {
      id: 'system',
      group: 'do',
      label: t`Use the system theme`,
      Icon: SunMoon,
      run: () => setTheme('system'),
    },
    { id: 'logout', group: 'do', label: t`Logout`, Icon: LogOut, run: () => void logOut() },
  ]

  const settings = useSettingCommands()
  return [
    ...places,
    clusters,
    payouts,
    ...(user.isAdmin ? [triage, appeals, fairness, ...settings] : []),
    ...(user.username ? [profile, ...tabs] : []),
    ...deeds,
  ]
}
