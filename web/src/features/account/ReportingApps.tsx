import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { type ReportingApp, reportingAppsQuery, useEndReportingApp } from '#/features/account/reporting-apps'
import { Button } from '#/ui/Button'
import { DataTable } from '#/ui/DataTable'
import { Failure } from '#/ui/Failure'
import { Moment } from '#/ui/Moment'
import { Panel } from '#/ui/Panel'
import { toast } from '#/ui/toasts'

/** The pages that report in the user's name, and how to end that. Most users have none. */
export function ReportingApps() {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const apps = useQuery(reportingAppsQuery)
  if (!apps.isError && !apps.data?.length) return null
  return (
    <Panel flush title={<Trans>Apps that report for you</Trans>} note={apps.data?.length}>
      {apps.data ? (
        <>
          <p className="px-4 pb-2 text-12 text-ink-3">
            <Trans>They can send reports in your name and nothing else.</Trans>
          </p>
          <DataTable
            caption={t`Apps that report for you`}
            rows={apps.data}
            keyOf={app => app.id}
            columns={[
              {
                head: t`App`,
                cell: app => (
                  <>
                    <span title={app.origin} className="mono block max-w-72 truncate text-12 max-md:max-w-52">
                      {app.origin}
                    </span>
                    <span className="block text-12 text-ink-3 md:hidden">
                      <Trans>
                        ends <Moment at={app.expiresAt} />
                      </Trans>
                    </span>
                  </>
                ),
              },
              {
                head: t`Last used`,
                wide: true,
                cell: app => (
                  <span className="text-ink-2">
                    <Moment at={app.lastUsedAt} />
                  </span>
                ),
              },
              {
                head: t`Ends`,
                wide: true,
                cell: app => (
                  <span className="text-ink-2">
                    <Moment at={app.expiresAt} />
                  </span>
                ),
              },
              { action: true, cell: app => <EndButton app={app} /> },
            ]}
          />
        </>
      ) : (
        <Failure title={<Trans>Couldn’t load the apps.</Trans>} onRetry={() => void apps.refetch()}>
          {sayProblem(apps.error)}
        </Failure>
      )}
    </Panel>
  )
}

function EndButton({ app }: { app: ReportingApp }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const end = useEndReportingApp()
  return (
    <Button
      size="small"
      busy={end.isPending}
      aria-label={t`Sign out of ${app.origin}`}
      onClick={() =>
        end.mutate(
          { id: app.id },
          {
            onSuccess: () => toast({ tone: 'success', title: t`${app.origin} no longer reports for you.` }),
            onError: error =>
              toast({
                tone: 'danger',
                title: t`Couldn’t sign out of ${app.origin}.`,
                detail: sayProblem(error),
              }),
          },
        )
      }
    >
      <Trans>Sign out</Trans>
    </Button>
  )
}
