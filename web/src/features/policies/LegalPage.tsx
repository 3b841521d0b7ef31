import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { useEffect } from 'react'
import { useRequest } from '#/backend/use-request'
import { POLICY_NAME, type PolicyKind } from '#/entities/policy/kinds'
import { type PolicyPage, readPolicy } from '#/entities/policy/queries'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { settings } from '#/lib/settings'
import { exactTime } from '#/lib/time'
import { useTitle } from '#/lib/use-title'
import { Band } from '#/ui/Band'
import { EmptyState } from '#/ui/EmptyState'
import { Failure } from '#/ui/Failure'
import { Logo } from '#/ui/Logo'
import { Markdown } from '#/ui/markdown/Markdown'
import { SkeletonRows } from '#/ui/Skeleton'
import '#/ui/member.css'
import '#/locales/member'

interface Props {
  kind: PolicyKind
  /** The newest if it is missing. */
  version: number | undefined
}

/** A page of the programme, without a sign-in. */
export function LegalPage({ kind, version }: Props) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const { request, run, problem } = useRequest<PolicyPage>()
  const read = () => run(() => readPolicy(kind, version, { asStranger: true }))
  useTitle(t(POLICY_NAME[kind]))
  useEffect(() => {
    void read()
    // Once for each page: a new one is a new component.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  return (
    <div className="mx-auto grid max-w-180 grid-cols-1 gap-6 px-(--page-pad) py-8">
      <header className="flex items-center gap-3">
        <Logo size={28} />
        <Link to="/" className="text-14 text-ink-2">
          {settings.product}
        </Link>
      </header>
      <main id="content" tabIndex={-1} className="grid grid-cols-1 gap-4 outline-none">
        <h1 className="text-20">{t(POLICY_NAME[kind])}</h1>
        {(request.state === 'idle' || request.state === 'busy') && <SkeletonRows rows={6} />}
        {problem?.missing && (
          <EmptyState level={2} title={<Trans>This page is not published.</Trans>}>
            <Trans>The programme has not published it, or has withdrawn it.</Trans>
          </EmptyState>
        )}
        {problem && !problem.missing && (
          <Failure title={<Trans>Couldn’t load the page.</Trans>} onRetry={() => void read()}>
            {sayProblem(problem)}
          </Failure>
        )}
        {request.state === 'done' && <Published page={request.result} />}
      </main>
    </div>
  )
}

function Published({ page }: { page: PolicyPage }) {
  const { kind, version, newest } = page
  return (
    <>
      <p className="text-ink-3">
        <Trans>
          Version {version}, published on {exactTime(new Date(page.publishedAt))}
        </Trans>
      </p>
      {version !== newest && (
        <Band
          tone="warning"
          icon={<History size={16} strokeWidth={1.75} aria-hidden />}
          title={<Trans>This is an earlier version.</Trans>}
        >
          <Link to="/legal/$kind/{-$version}" params={{ kind }} className="underline underline-offset-2">
            <Trans>Read version {newest}</Trans>
          </Link>
        </Band>
      )}
      <Markdown headings text={page.body} />
      {page.versions.length > 1 && (
        <section className="mt-4 border-t border-line pt-4">
          <h2 className="text-14">
            <Trans>Versions</Trans>
          </h2>
          <ul className="mt-2 grid gap-1 text-ink-2">
            {page.versions.map(other => (
              <li key={other.version}>
                <Link
                  to="/legal/$kind/{-$version}"
                  params={{ kind, version: String(other.version) }}
                  className="underline underline-offset-2"
                >
                  <Trans>
                    Version {other.version}, {exactTime(new Date(other.publishedAt))}
                  </Trans>
                </Link>
                {other.note && ` – ${other.note}`}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
