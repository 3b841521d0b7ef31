import { createFileRoute, Navigate, Outlet, useLocation } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { ConfirmIdentity } from '#/app/ConfirmIdentity'
import { Shell } from '#/app/shell/Shell'
import { SignInAgain } from '#/app/SignInAgain'
import { problemFrom } from '#/backend/problem'
import { newQueryClient } from '#/backend/query-client'
import { useMoralis } from '#/backend/use-moralis'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { ExplainContext, type Explanation } from '#/ui/explain'
import { Deferred } from '#/ui/Deferred'

export const Route = createFileRoute('/_member')({ component: Member })

/**
 * Pages for anyone who is signed in. One whose session has ended keeps the page, under a dialog that asks them back.
 */
function Member() {
  const { user, expired } = useMoralis()
  const person = user ?? expired
  const { href } = useLocation()
  // Where a stranger wanted to go. Anyone who was in and has left wants to go nowhere.
  const [from] = useState(person || href === '/' ? undefined : href)

  if (!person) return <Navigate to="/login" replace search={from ? { from } : {}} />
  return (
    <Cached key={person.objectId}>
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
    </Cached>
  )
}

/** Puts failures in words for everything that shows one. */
function Explained({ children }: { children: ReactNode }) {
  const { sayProblem } = useProblemMessages()
  function explain(error: unknown): Explanation {
    const problem = problemFrom(error)
    return { message: sayProblem(problem), requestId: problem.requestId, missing: problem.missing }
  }
  return <ExplainContext value={explain}>{children}</ExplainContext>
}

/** What one person was told is not shown to the next: each gets a cache of their own. */
function Cached({ children }: { children: ReactNode }) {
  const [queryClient] = useState(newQueryClient)
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}
