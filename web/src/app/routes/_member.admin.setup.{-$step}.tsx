import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { MissingPage } from '#/app/shell/MissingPage'
import { Page } from '#/app/shell/Page'
import { useMoralis } from '#/backend/use-moralis'
import { STEPS } from '#/features/start/steps'
import { SkeletonRows } from '#/ui/Skeleton'

const SetupWizard = lazy(async () => ({
  default: (await import('#/features/start/SetupWizard')).SetupWizard,
}))

export const Route = createFileRoute('/_member/admin/setup/{-$step}')({ component: Setup })

/** For administrators: the settings that a new programme needs, one after the other. */
function Setup() {
  const { t } = useLingui()
  const { user, expired, isAuthUndefined } = useMoralis()
  const { step: wanted } = Route.useParams()
  const navigate = Route.useNavigate()
  const step = STEPS.find(known => known === wanted)
  if (!(user ?? expired)?.isAdmin || (wanted !== undefined && !step)) return <MissingPage />
  return (
    <Page heading={t`Set up`} noReport>
      <Suspense fallback={<SkeletonRows rows={6} />}>
        {isAuthUndefined ? (
          <SkeletonRows rows={6} />
        ) : (
          <SetupWizard
            step={step}
            onStep={next => void navigate({ to: '/admin/setup/{-$step}', params: { step: next } })}
          />
        )}
      </Suspense>
    </Page>
  )
}
