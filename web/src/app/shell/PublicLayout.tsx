import { Trans } from '@lingui/react/macro'
import { lazy, type ReactNode, Suspense } from 'react'
import { settings, version } from '#/lib/settings'
import { Logo } from '#/ui/Logo'
import { Stone } from '#/ui/Stone'

// Most programmes need no byte of it.
const PolicyFooter = lazy(() => import('#/app/shell/PolicyFooter'))

interface Props {
  /** What the page is called; without it, the product. */
  title?: ReactNode
  subtitle?: ReactNode
  heading?: ReactNode
  /** What stands on the stone instead of an invitation to test. */
  motto?: ReactNode
  children: ReactNode
}

/** The layout of public pages: the stone on one side, a form on the other. */
export function PublicLayout({ title, subtitle, heading, motto, children }: Props) {
  return (
    <div className="grid min-h-[calc(100dvh-var(--demo-banner,0px))] md:grid-cols-[minmax(0,1fr)_33rem] max-md:grid-rows-[auto_1fr]">
      <Stone>
        <p className="text-[2rem] leading-[2.375rem] font-semibold tracking-(--track-display) max-md:max-w-60 max-md:text-20 max-md:leading-[1.625rem]">
          {motto ?? <Trans>Find it, prove it, get it fixed.</Trans>}
        </p>
        {!motto && (
          <p className="mt-3 max-w-104 text-14 text-ink-2 max-md:hidden">
            <Trans>
              Test the swap before everyone else does. Report what breaks, see who else it happens to, and
              follow your report until the fix is checked.
            </Trans>
          </p>
        )}
      </Stone>
      <div className="flex flex-col">
        <main
          id="content"
          tabIndex={-1}
          className="flex flex-1 justify-center p-8 outline-none md:items-center max-md:px-5 max-md:py-6"
        >
          <div className="w-full max-w-92 max-md:max-w-104">
            <div className="mb-7 flex items-center gap-3.5 max-md:mb-5">
              <Logo size={44} />
              <div>
                <h1 className="text-20">{title ?? settings.product}</h1>
                <p className="text-ink-3">{subtitle ?? <Trans>Beta Testing</Trans>}</p>
              </div>
            </div>
            {heading && <h2 className="mb-4 text-16">{heading}</h2>}
            {children}
          </div>
        </main>
        <footer className="flex flex-wrap justify-end gap-3 px-6 py-[18px] text-12 text-ink-3 max-md:px-5">
          <span>
            <Trans>Powered by {settings.shortName}</Trans>
          </span>
          <span>{version}</span>
          {settings.policies && (
            <Suspense>
              <PolicyFooter />
            </Suspense>
          )}
        </footer>
      </div>
    </div>
  )
}
