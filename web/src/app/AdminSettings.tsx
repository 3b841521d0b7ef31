import { useLingui } from '@lingui/react/macro'
import { MissingPage } from '#/app/shell/MissingPage'
import { Page } from '#/app/shell/Page'
import { useMoralis } from '#/backend/use-moralis'
import { TABS, TAB_WORDS } from '#/features/settings/sections'
import { SettingsPage } from '#/features/settings/SettingsPage'
import { SkeletonRows } from '#/ui/Skeleton'

/** For administrators, by the server's word: what the browser remembers of a user's role is not enough. */
export function AdminSettings({ tab: wanted, at }: { tab?: string; at?: string }) {
  const { t } = useLingui()
  const { user, expired, isAuthUndefined } = useMoralis()
  const tab = wanted === undefined ? TABS[0] : TABS.find(known => known === wanted)
  if (!(user ?? expired)?.isAdmin || !tab) return <MissingPage />
  const name = t(TAB_WORDS[tab])
  const place = wanted
    ? {
        heading: name,
        title: `${name} · ${t`Settings`}`,
        parent: { to: '/admin/settings', label: t`Settings` } as const,
      }
    : { heading: t`Settings` }
  return (
    <Page {...place} noReport>
      {isAuthUndefined ? <SkeletonRows rows={3} /> : <SettingsPage tab={tab} at={at} />}
    </Page>
  )
}
