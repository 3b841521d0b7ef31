import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readAhead } from '#/app/read-ahead'
import { Page } from '#/app/shell/Page'
import { RuleBook } from '#/features/leaderboard/RuleBook'

export const Route = createFileRoute('/_member/leaderboard/rules')({
  component: RulesPage,
  shouldReload: false,
  loader: ahead => readAhead('rules', ahead),
})

function RulesPage() {
  const { t } = useLingui()
  return (
    <Page heading={t`Rules`} title={t`Rules`} parent={{ to: '/leaderboard', label: t`Leaderboard` }}>
      <RuleBook />
    </Page>
  )
}
