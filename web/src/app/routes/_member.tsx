import { createFileRoute, Navigate, Outlet, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { AcceptanceGate } from '#/app/AcceptanceGate'
import { ConfirmIdentity } from '#/app/ConfirmIdentity'
import { readAhead } from '#/app/read-ahead'
import { Shell } from '#/app/shell/Shell'
import { SignInAgain } from '#/app/SignInAgain'
import { useAdminMessages } from '#/app/use-admin-messages'
import { problemFrom } from '#/backend/problem'
import { forget, queryClientOf } from '#/backend/session-cache'
import { useMoralis } from '#/backend/use-moralis'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { ExplainContext, type Explanation } from '#/ui/explain'
import { Deferred } from '#/ui/Deferred'

export const Route = createFileRoute('/_member')({
  component: Member,
  shouldReload: false,
  loader: ahead => readAhead('member', ahead),
})

/**
 * Pages for anyone who is signed in. One whose session has ended keeps the page, under a dialog that asks them back.
 */
function Member() {
  const { user, expired, isAuthUndefined } = useMoralis()
  const person = user ?? expired
  const { href } = useLocation()
  // Where a visitor wanted to go, until it is known that they are signed in. A user who leaves wants to go nowhere.
  const [from, setFrom] = useState(href === '/' ? undefined : href)
  if (from && person && !isAuthUndefined) setFrom(undefined)

  const { cache } = Route.useRouteContext()
  const isOut = !person
  useEffect(() => {
    if (isOut) forget(cache)
  }, [isOut, cache])

  const hasWords = useAdminMessages(person?.isAdmin ?? false)
  if (!person) return <Navigate to="/login" replace search={from ? { from } : {}} />
  if (!hasWords) return null
  return (
    <Cached key={person.objectId} owner={person.objectId}>
      <Explained>
        <Deferred>
          <Shell user={person}>
            <Deferred>
              <Outlet />
            </Deferred>
          </Shell>
        </Deferred>
      </Explained>
      <SignInAgain />
      <ConfirmIdentity />
      <AcceptanceGate />
    </Cached>
  )
}

/** Puts failures in words for everything that shows one. */
function Explained({ children }: { children: ReactNode }) {
  const { wordsFor } = useProblemMessages()
  function explain(error: unknown): Explanation {
    const problem = problemFrom(error)
    return { message: wordsFor(problem), requestId: problem.requestId, missing: problem.missing }
  }
  return <ExplainContext value={explain}>{children}</ExplainContext>
}

/** Everything below reads from the cache of one person. */
function Cached({ owner, children }: { owner: string; children: ReactNode }) {
  const { cache } = Route.useRouteContext()
  const [queryClient] = useState(() => queryClientOf(cache, owner))
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}
