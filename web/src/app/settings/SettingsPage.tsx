import { lazy, Suspense } from 'react'
import type { SettingsPageName } from '#/app/settings/pages'
import { SettingsNav } from '#/app/settings/SettingsNav'
import { SettingsForm } from '#/features/settings/SettingsForm'
import { SkeletonRows } from '#/ui/Skeleton'

// One page is looked at, not all of them.
const Invitations = lazy(async () => ({
  default: (await import('#/features/access/Invitations')).Invitations,
}))
const WalletList = lazy(async () => ({
  default: (await import('#/features/access/wallet-list/WalletList')).WalletList,
}))
const Policies = lazy(async () => ({ default: (await import('#/features/policies/Policies')).Policies }))
const People = lazy(async () => ({ default: (await import('#/features/people/People')).People }))
const Networks = lazy(async () => ({
  default: (await import('#/features/networks/Networks')).Networks,
}))
const Registry = lazy(async () => ({
  default: (await import('#/features/networks/Registry')).Registry,
}))
const Errors = lazy(async () => ({ default: (await import('#/features/networks/Errors')).Errors }))
const Builds = lazy(async () => ({ default: (await import('#/features/builds/Builds')).Builds }))
const Scoring = lazy(async () => ({ default: (await import('#/features/scoring/Scoring')).Scoring }))
const Seasons = lazy(async () => ({ default: (await import('#/features/seasons/Seasons')).Seasons }))
const Missions = lazy(async () => ({
  default: (await import('#/features/missions/editor/Missions')).Missions,
}))
const Rewards = lazy(async () => ({
  default: (await import('#/features/payouts/Rewards')).Rewards,
}))
const Fairness = lazy(async () => ({
  default: (await import('#/features/settings/fairness/Fairness')).Fairness,
}))
const Announcements = lazy(async () => ({
  default: (await import('#/features/announcements/Announcements')).Announcements,
}))
const MailTest = lazy(async () => ({
  default: (await import('#/features/integrations/mail/MailTest')).MailTest,
}))
const Webhooks = lazy(async () => ({
  default: (await import('#/features/integrations/webhooks/Webhooks')).Webhooks,
}))
const ApiKeys = lazy(async () => ({
  default: (await import('#/features/integrations/keys/ApiKeys')).ApiKeys,
}))
const Widget = lazy(async () => ({
  default: (await import('#/features/integrations/widget/Widget')).Widget,
}))
const ManualEntries = lazy(async () => ({
  default: (await import('#/features/leaderboard/ManualEntries')).ManualEntries,
}))
const Integrations = lazy(async () => ({
  default: (await import('#/features/integrations/Integrations')).Integrations,
}))
const Audit = lazy(async () => ({ default: (await import('#/features/audit/Audit')).Audit }))
const About = lazy(async () => ({ default: (await import('#/features/about/About')).About }))

/** One page of the settings, beside the list of all. */
export function SettingsPage({ page, at }: { page: SettingsPageName; at?: string | undefined }) {
  return (
    <div className="-mx-(--page-pad) -mt-5 -mb-12 grid min-h-[calc(100dvh-var(--strip))] grid-cols-1 max-md:-mt-4 max-md:grid-rows-[auto_1fr] md:grid-cols-[13.5rem_minmax(0,1fr)]">
      <SettingsNav page={page} />
      <div className="min-w-0 px-(--page-pad) py-5 max-md:pt-4 max-md:pb-24">
        <Suspense fallback={<SkeletonRows rows={6} />}>
          <div className="grid grid-cols-1 gap-4">
            <Content page={page} at={at} />
          </div>
        </Suspense>
      </div>
    </div>
  )
}

function Content({ page, at }: { page: SettingsPageName; at?: string | undefined }) {
  switch (page) {
    case 'general':
    case 'areas':
    case 'response':
      return <SettingsForm key={page} tab={page} />
    case 'access':
      return (
        <>
          <SettingsForm key={page} tab={page} />
          <Invitations />
          <WalletList />
        </>
      )
    case 'legal':
      return <Policies />
    case 'people':
      return <People />
    case 'points':
      return <ManualEntries />
    case 'networks':
      return (
        <>
          <Networks />
          <SettingsForm key={page} tab={page} />
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
          <SettingsForm key={page} tab={page} />
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
          <SettingsForm key={page} tab={page} />
        </>
      )
    case 'widget':
      return <Widget />
    case 'keys':
      return <ApiKeys />
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
