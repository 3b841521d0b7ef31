import { useLingui } from '@lingui/react/macro'
import { SEVERITY } from '#/entities/issue/messages'
import { useIssueMessages } from '#/entities/issue/use-issue-messages'
import type { MinSeverity } from '#/features/integrations/webhooks/model'

/** Says of which issues a webhook is notified, in the programme's words for severities. */
export function useMinSeverityName() {
  const { t } = useLingui()
  const { severity } = useIssueMessages()
  return (least: MinSeverity): string => {
    if (least === 'any') return t`All issues`
    const word = severity(least) ?? t(SEVERITY[least])
    return least === 'S1' ? t`Only ${word}` : t`${word} and worse`
  }
}
