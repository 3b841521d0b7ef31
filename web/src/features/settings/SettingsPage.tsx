import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { TABS, type Tab, TAB_WORDS } from '#/features/settings/sections'
import { SettingsForm } from '#/features/settings/SettingsForm'
import { SkeletonRows } from '#/ui/Skeleton'

// One tab is looked at, not seventeen.
const Invitations = lazy(async () => ({
  default: (await import('#/features/settings/Invitations')).Invitations,
}))
const WalletList = lazy(async () => ({
  default: (await import('#/features/settings/wallet-list/WalletList')).WalletList,
}))
const People = lazy(async () => ({ default: (await import('#/features/settings/People')).People }))
const PendingPoints = lazy(async () => ({
  default: (await import('#/features/settings/PendingPoints')).PendingPoints,
}))
const Networks = lazy(async () => ({
  default: (await import('#/features/settings/networks/Networks')).Networks,
}))
const Registry = lazy(async () => ({
  default: (await import('#/features/settings/networks/Registry')).Registry,
}))
const Errors = lazy(async () => ({ default: (await import('#/features/settings/networks/Errors')).Errors }))
const Builds = lazy(async () => ({ default: (await import('#/features/settings/Builds')).Builds }))
const Scoring = lazy(async () => ({ default: (await import('#/features/settings/Scoring')).Scoring }))
const Seasons = lazy(async () => ({ default: (await import('#/features/settings/Seasons')).Seasons }))
const Missions = lazy(async () => ({
  default: (await import('#/features/settings/missions/Missions')).Missions,
}))
const Rewards = lazy(async () => ({
  default: (await import('#/features/settings/rewards/Rewards')).Rewards,
}))
const Fairness = lazy(async () => ({
  default: (await import('#/features/settings/fairness/Fairness')).Fairness,
}))
const Announcements = lazy(async () => ({
  default: (await import('#/features/settings/announcements/Announcements')).Announcements,
}))
const MailTest = lazy(async () => ({ default: (await import('#/features/settings/MailTest')).MailTest }))
const Webhooks = lazy(async () => ({
  default: (await import('#/features/settings/webhooks/Webhooks')).Webhooks,
}))
const Integrations = lazy(async () => ({
  default: (await import('#/features/settings/integrations/Integrations')).Integrations,
}))
const Audit = lazy(async () => ({ default: (await import('#/features/settings/Audit')).Audit }))
const About = lazy(async () => ({ default: (await import('#/features/settings/About')).About }))

/** The settings of the programme, a tab at a time. */
export function SettingsPage({ tab, at }: { tab: Tab; at?: string | undefined }) {
  return (
    <div className="-mx-(--page-pad) -mt-5 -mb-12 grid min-h-[calc(100dvh-var(--strip))] grid-cols-1 max-md:-mt-4 max-md:grid-rows-[auto_1fr] md:grid-cols-[11.5rem_minmax(0,1fr)]">
      <TabList tab={tab} />
      <div className="min-w-0 px-(--page-pad) py-5 max-md:pt-4 max-md:pb-24">
        <Suspense fallback={<SkeletonRows rows={6} />}>
          <div className="grid grid-cols-1 gap-4">
            <Content tab={tab} at={at} />
          </div>
        </Suspense>
      </div>
    </div>
  )
}

function Content({ tab, at }: { tab: Tab; at?: string | undefined }) {
  switch (tab) {
    case 'general':
      return <SettingsForm key={tab} tab={tab} />
    case 'access':
      return (
        <>
          <Invitations />
          <WalletList />
          <SettingsForm key={tab} tab={tab} />
        </>
      )
    case 'people':
      return (
        <>
          <PendingPoints />
          <People />
        </>
      )
    case 'networks':
      return (
        <>
          <Networks />
          <SettingsForm key={tab} tab={tab} />
        </>
      )
    case 'contracts':
      return <Registry />
    case 'builds':
      return <Builds />
    case 'errors':
      return <Errors />
    case 'scoring':
      return <Scoring />
    case 'seasons':
      return (
        <>
          <Seasons />
          <SettingsForm key={tab} tab={tab} />
        </>
      )
    case 'missions':
      return <Missions key={at} at={at} />
    case 'rewards':
      return <Rewards />
    case 'fairness':
      return <Fairness />
    case 'announcements':
      return <Announcements />
    case 'notifications':
      return (
        <>
          <MailTest />
          <SettingsForm key={tab} tab={tab} />
        </>
      )
    case 'webhooks':
      return <Webhooks />
    case 'integrations':
      return <Integrations />
    case 'audit':
      return <Audit />
    case 'about':
      return <About />
  }
}

const intoView = (link: HTMLElement | null) => link?.scrollIntoView?.({ inline: 'center', block: 'nearest' })

function TabList({ tab }: { tab: Tab }) {
  const { t } = useLingui()
  return (
    <nav
      aria-label={t`Settings`}
      className="border-line px-2 py-3 max-md:flex max-md:overflow-x-auto max-md:border-b md:border-r"
    >
      <div className="flex gap-0.5 md:sticky md:top-[calc(var(--strip)+12px)] md:flex-col">
        {TABS.map(name => (
          <Link
            key={name}
            // On phones the list is a row longer than the screen.
            ref={name === tab ? intoView : null}
            to="/admin/settings/$tab"
            params={{ tab: name }}
            aria-current={name === tab ? 'page' : undefined}
            className="flex h-[30px] flex-none items-center rounded-2 px-2.5 text-ink-2 hover:bg-hover hover:text-ink hover:no-underline aria-[current]:bg-active aria-[current]:font-medium aria-[current]:text-ink max-md:h-11"
          >
            {t(TAB_WORDS[name])}
          </Link>
        ))}
      </div>
    </nav>
  )
}
