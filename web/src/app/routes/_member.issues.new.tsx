import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { Page } from '#/app/shell/Page'
import { type DappLink, readLink } from '#/features/issues/report/dapp-link'
import { ReportScreen } from '#/features/issues/report/ReportScreen'
import { useDraft } from '#/features/issues/report/use-draft'
import { useWallet } from '#/features/wallet/wallet-store'
import { usePageCommands } from '#/lib/page-commands'
import { Button } from '#/ui/Button'
import { Keys } from '#/ui/Keys'

export const Route = createFileRoute('/_member/issues/new')({
  component: NewIssue,
  validateSearch: readReport,
})

interface ReportSearch extends DappLink {
  title?: string
  /** Evidence that was looked up elsewhere. */
  evidence?: string
  /** The failure that the report is to stand for. */
  cluster?: string
}

const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9A-Za-z]{1,32}$/.test(value)

function readReport(search: Record<string, unknown>): ReportSearch {
  const { title, evidence, cluster } = search
  return {
    ...readLink(search),
    ...(typeof title === 'string' || typeof title === 'number' ? { title: String(title).slice(0, 140) } : {}),
    ...(isId(evidence) ? { evidence } : {}),
    ...(isId(cluster) ? { cluster } : {}),
  }
}

/** What we call the wallet that the page is connected to. */
const kindOfWallet = (name: string) => (/walletconnect/i.test(name) ? 'walletconnect' : 'injected')

function NewIssue() {
  const { t } = useLingui()
  const navigate = Route.useNavigate()
  // The router leaves in the address what the route did not take.
  const search = Route.useSearch()
  const { tx, chain, build, error, ...rest } = readReport({ ...search })
  const report = useDraft({ tx, chain, build, error, ...rest })
  const wallet = useWallet()
  const connected = wallet.state === 'enabled' ? kindOfWallet(wallet.wallet) : ''

  // The draft has the link now: going back to this page later begins a new report.
  const isLink = ['tx', 'chain', 'build', 'error'].some(part => part in search)
  const leaveLink = useEffectEvent(() => {
    report.keepNow()
    void navigate({ search: rest, replace: true })
  })
  useEffect(() => {
    if (isLink) leaveLink()
  }, [isLink])

  function cancel() {
    report.keepNow()
    void navigate({ to: '/issues' })
  }
  usePageCommands([{ id: 'cancel', label: t`Cancel; the draft is kept`, keys: ['Escape'], run: cancel }])

  return (
    <Page
      noReport
      heading={t`New issue`}
      title={t`New issue`}
      parent={{ to: '/issues', label: t`Issues` }}
      actions={
        <>
          <SavedAt at={report.savedAt} />
          <Button kind="ghost" onClick={cancel} keys={<Keys of={['Esc']} />}>
            <Trans>Cancel</Trans>
          </Button>
        </>
      }
    >
      <ReportScreen report={report} connectedWallet={connected} />
    </Page>
  )
}

function SavedAt({ at }: { at: Date | null }) {
  if (!at) return null
  const time = at.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return (
    <span
      className="flex items-center gap-1.5 text-12 whitespace-nowrap text-ink-3 max-md:hidden"
      role="status"
    >
      <Check size={12} strokeWidth={2.1} className="text-success" aria-hidden />
      <Trans>Draft saved {time}</Trans>
    </span>
  )
}
