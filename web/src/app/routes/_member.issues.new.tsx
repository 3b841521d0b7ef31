import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { Page } from '#/app/shell/Page'
import { ReportScreen } from '#/features/issues/report/ReportScreen'
import { useDraft } from '#/features/issues/report/use-draft'
import { usePageCommands } from '#/lib/page-commands'
import { Button } from '#/ui/Button'
import { Keys } from '#/ui/Keys'

export const Route = createFileRoute('/_member/issues/new')({
  component: NewIssue,
  validateSearch: ({ title }: Record<string, unknown>): { title?: string } =>
    typeof title === 'string' || typeof title === 'number' ? { title: String(title).slice(0, 140) } : {},
})

function NewIssue() {
  const { t } = useLingui()
  const { title } = Route.useSearch()
  const navigate = Route.useNavigate()
  const report = useDraft(title)

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
      <ReportScreen report={report} />
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
