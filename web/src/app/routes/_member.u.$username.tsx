import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { readAhead } from '#/app/read-ahead'
import { MissingPage } from '#/app/shell/MissingPage'
import { Page } from '#/app/shell/Page'
import { problemFrom } from '#/backend/problem'
import { useMoralis } from '#/backend/use-moralis'
import { StreakTile } from '#/entities/person/StreakTile'
import { PushSwitch } from '#/entities/push/PushSwitch'
import { NameChange } from '#/features/account/NameChange'
import { PasswordChange } from '#/features/account/PasswordChange'
import { Preferences } from '#/features/account/Preferences'
import { ReportingApps } from '#/features/account/ReportingApps'
import { SessionList } from '#/features/account/SessionList'
import { LinkedAccounts } from '#/features/account-link/LinkedAccounts'
import { PointsTab } from '#/features/leaderboard/PointsTab'
import { PreferencesTab } from '#/features/notifications/preferences/PreferencesTab'
import { profileQuery } from '#/features/profile/api'
import { DataTab } from '#/features/profile/data/DataTab'
import { Privacy } from '#/features/profile/Privacy'
import { ProfileFigures } from '#/features/profile/ProfileFigures'
import { Reports } from '#/features/profile/Reports'
import { walletAccountsQuery } from '#/features/wallet/api'
import { LinkedWallets } from '#/features/wallet/LinkedWallets'
import { settings } from '#/lib/settings'
import { monthOf } from '#/lib/time'
import { RoleBadge } from '#/ui/Badge'
import { EmptyState } from '#/ui/EmptyState'
import { Panel } from '#/ui/Panel'
import { SkeletonRows } from '#/ui/Skeleton'
import { Tabs } from '#/ui/Tabs'

const TABS = [
  'points',
  'reports',
  'wallets',
  'notifications',
  'privacy',
  'security',
  'preferences',
  'data',
] as const
type Tab = (typeof TABS)[number]

export const Route = createFileRoute('/_member/u/$username')({
  component: Profile,
  shouldReload: false,
  loader: ahead => readAhead('profile', ahead),
  validateSearch: (search): { tab?: Tab } => {
    const tab = TABS.find(known => known === search['tab'])
    return tab ? { tab } : {}
  },
})

/** A profile: of others what all users may see, of oneself everything. */
function Profile() {
  const { t } = useLingui()
  const { username } = Route.useParams()
  const navigate = Route.useNavigate()
  const { user, expired } = useMoralis()
  const person = user ?? expired
  // Between a new name and the address that follows it, the page is still one's own.
  const [opened] = useState(person?.username)
  // What people come for: their points, which administrators do not have.
  const { tab = person?.isAdmin ? 'security' : 'points' } = Route.useSearch()
  if (!person) return <MissingPage />
  if (username !== person.username && username !== opened) return <OthersProfile username={username} />

  return (
    <Page heading={`@${username}`} title={`@${username}`}>
      <div className="mb-4 flex flex-wrap items-center gap-4">
        <StreakTile name={username} size={56} />
        <div className="min-w-0">
          <p className="text-20 font-semibold tracking-(--track-tight) wrap-anywhere">@{username}</p>
          <p className="mt-0.5 flex flex-wrap items-center gap-2 text-12 text-ink-3">
            <RoleBadge isAdmin={person.isAdmin} />
            <span>
              <Trans>joined {monthOf(person.createdAt)}</Trans>
            </span>
          </p>
        </div>
        <ProfileFigures username={username} own />
      </div>
      <Tabs
        label={t`Parts of your profile`}
        value={tab}
        onChange={chosen => void navigate({ search: { tab: chosen }, replace: true })}
        tabs={[
          ...(person.isAdmin
            ? []
            : [{ value: 'points' as const, label: <Trans>Points</Trans>, content: <PointsTab /> }]),
          { value: 'reports', label: <Trans>Reports</Trans>, content: <Reports username={username} /> },
          ...(settings.wallets
            ? [
                {
                  value: 'wallets' as const,
                  label: <Trans>Wallets</Trans>,
                  content: <LinkedWallets settings={settings.wallets} />,
                },
              ]
            : []),
          {
            value: 'notifications',
            label: <Trans>Notifications</Trans>,
            content: (
              <PreferencesTab
                beside={
                  <>
                    <Panel title={<Trans>Push</Trans>}>
                      <PushSwitch />
                    </Panel>
                    <LinkedAccounts />
                  </>
                }
              />
            ),
          },
          { value: 'privacy', label: <Trans>Privacy</Trans>, content: <Privacy username={username} /> },
          {
            value: 'security',
            label: <Trans>Security</Trans>,
            content: (
              <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]">
                <div className="grid grid-cols-1 gap-4">
                  <SessionList />
                  <ReportingApps />
                </div>
                <div className="grid gap-4">
                  <NameChange
                    onRenamed={name =>
                      navigate({ params: { username: name }, search: { tab }, replace: true })
                    }
                  />
                  <Password />
                </div>
              </div>
            ),
          },
          { value: 'preferences', label: <Trans>Preferences</Trans>, content: <Preferences /> },
          {
            value: 'data',
            label: <Trans>Data</Trans>,
            content: <DataTab username={username} isAdmin={person.isAdmin} />,
          },
        ]}
      />
    </Page>
  )
}

/** Whether there is a password to ask for is known if there are other ways in. */
function Password() {
  const ways = useQuery({ ...walletAccountsQuery, enabled: settings.wallets !== undefined })
  if (ways.isLoading)
    return (
      <Panel title={<Trans>Password</Trans>}>
        <SkeletonRows rows={2} />
      </Panel>
    )
  return <PasswordChange isFirst={ways.data?.hasPassword === false} onChanged={() => void ways.refetch()} />
}

function OthersProfile({ username }: { username: string }) {
  const query = useQuery(profileQuery(username))
  // Absent and hidden read the same, but for a name that only who is gone has.
  if (query.isError && !problemFrom(query.error).passing)
    return PSEUDONYM.test(username) ? <DeletedProfile username={username} /> : <MissingPage />
  return (
    <Page heading={`@${username}`} title={`@${username}`}>
      <div className="mb-4 flex flex-wrap items-center gap-4">
        <StreakTile name={username} size={56} />
        <p className="min-w-0 text-20 font-semibold tracking-(--track-tight) wrap-anywhere">@{username}</p>
        <ProfileFigures username={username} own={false} />
      </div>
      <Reports username={username} />
    </Page>
  )
}

/** What a user is called who has deleted their account. */
const PSEUDONYM = /^deleted-[a-z0-9]{8}$/

function DeletedProfile({ username }: { username: string }) {
  return (
    <Page heading={`@${username}`} title={`@${username}`}>
      <EmptyState level={2} title={<Trans>This account was deleted.</Trans>}>
        <Trans>Its reports, comments and points stay under this name. All other data was deleted.</Trans>
      </EmptyState>
    </Page>
  )
}
