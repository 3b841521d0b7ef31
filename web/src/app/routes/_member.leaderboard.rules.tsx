import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readAhead } from '#/app/read-ahead'
import { Page } from '#/app/shell/Page'
import { ManualEntries } from '#/features/leaderboard/ManualEntries'
import { RuleBook } from '#/features/leaderboard/RuleBook'
import { Tabs } from '#/ui/Tabs'

export const Route = createFileRoute('/_member/leaderboard/rules')({
  component: RulesPage,
  validateSearch: ({ show }): { show?: 'manual' } => (show === 'manual' ? { show } : {}),
  shouldReload: false,
  loader: ahead => readAhead('rules', ahead),
})

function RulesPage() {
  const { t } = useLingui()
  const { show = 'rules' } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <Page heading={t`Rules`} title={t`Rules`} parent={{ to: '/leaderboard', label: t`Leaderboard` }}>
      <Tabs
        label={t`Rules`}
        value={show}
        onChange={tab => void navigate({ search: tab === 'manual' ? { show: tab } : {}, replace: true })}
        tabs={[
          { value: 'rules', label: t`Rules`, content: <RuleBook /> },
          { value: 'manual', label: t`Manual entries`, content: <ManualEntries /> },
        ]}
      />
    </Page>
  )
}
