import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { NotFound } from '#/app/shell/error-pages'
import { PublicLayout } from '#/app/shell/PublicLayout'
import { fetchPublicFacts } from '#/backend/public-facts-request'
import type { PublicFacts } from '#/backend/public-facts'
import { useRequest } from '#/backend/use-request'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { FirstAdministrator } from '#/features/setup/FirstAdministrator'
import { tokenIn } from '#/features/setup/token'
import { settings } from '#/lib/settings'
import { useTitle } from '#/lib/use-title'
import { Failure } from '#/ui/Failure'
import { SkeletonRows } from '#/ui/Skeleton'

export const Route = createFileRoute('/setup')({ component: Setup })

/** There until the first administrator is. The server decides; the page only asks. */
function Setup() {
  const { t } = useLingui()
  const token = useToken()
  const navigate = Route.useNavigate()
  const { request, run, problem } = useRequest<PublicFacts>()
  const { sayProblem } = useProblemMessages()
  const [asked, setAsked] = useState(0)
  useTitle(t`Set up`)

  useEffect(() => {
    void run(() => fetchPublicFacts(settings))
    // Asked at every attempt, not at every rendering.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [asked])

  if (request.state === 'done' && !request.result.setupNeeded) return <NotFound />
  return (
    <PublicLayout
      title={<Trans>Set up Touchstone</Trans>}
      subtitle={<Trans>Before you invite testers</Trans>}
      heading={<Trans>First administrator</Trans>}
      motto={<Trans>Ready in about five minutes.</Trans>}
    >
      {request.state === 'done' && (
        <FirstAdministrator
          programme={request.result}
          token={token}
          onDone={() => void navigate({ to: '/admin/setup/{-$step}', params: { step: 'programme' } })}
          onGone={() => setAsked(asked + 1)}
        />
      )}
      {problem && (
        <Failure
          title={<Trans>Couldn’t check whether this server is set up.</Trans>}
          onRetry={() => setAsked(asked + 1)}
        >
          {sayProblem(problem)}
        </Failure>
      )}
      {(request.state === 'idle' || request.state === 'busy') && <SkeletonRows rows={3} />}
    </PublicLayout>
  )
}

/** Takes the token out of the address bar, so that it is neither shown nor kept in the history. */
function useToken(): string {
  const { hash } = useLocation()
  const navigate = Route.useNavigate()
  const [token] = useState(() => tokenIn(hash))
  useEffect(() => {
    if (hash) void navigate({ to: '/setup', hash: '', replace: true })
  }, [hash, navigate])
  return token
}
