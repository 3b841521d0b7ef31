import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import { PAGE_LABEL, PAGES } from '#/app/settings/pages'
import { SettingsPage } from '#/app/settings/SettingsPage'
import { MissingPage } from '#/app/shell/MissingPage'
import { Page } from '#/app/shell/Page'
import { useMoralis } from '#/backend/use-moralis'
import { SkeletonRows } from '#/ui/Skeleton'

const SettingsHome = lazy(async () => ({
  default: (await import('#/app/settings/SettingsHome')).SettingsHome,
}))

/** For administrators, by the server's word: what the browser remembers of a user's role is not enough. */
export function AdminSettings({ page: wanted, at }: { page?: string; at?: string }) {
  const { t } = useLingui()
  const { user, expired, isAuthUndefined } = useMoralis()
  const page = PAGES.find(known => known === wanted)
  if (!(user ?? expired)?.isAdmin || (wanted !== undefined && !page)) return <MissingPage />
  if (!page)
    return (
      <Page heading={t`Settings`} noReport>
        <Suspense fallback={<SkeletonRows rows={6} />}>
          {isAuthUndefined ? <SkeletonRows rows={6} /> : <SettingsHome />}
        </Suspense>
      </Page>
    )
  const name = t(PAGE_LABEL[page])
  return (
    <Page
      heading={name}
      title={`${name} · ${t`Settings`}`}
      parent={{ to: '/admin/settings', label: t`Settings` }}
      noReport
    >
      {isAuthUndefined ? <SkeletonRows rows={3} /> : <SettingsPage page={page} at={at} />}
    </Page>
  )
}
