import type { ErrorComponentProps } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'

// Most visitors never see either, and all of them would carry them. The first comes with the shell.
const Failed = lazy(() => import('#/app/shell/PageFailure'))
const Nothing = lazy(() => import('#/app/shell/NotFound'))

/** What stands in place of a page that could not be shown. */
export const PageFailure = (props: ErrorComponentProps) => (
  <Suspense>
    <Failed {...props} />
  </Suspense>
)

/** What stands where no page is. */
export const NotFound = () => (
  <Suspense>
    <Nothing />
  </Suspense>
)
