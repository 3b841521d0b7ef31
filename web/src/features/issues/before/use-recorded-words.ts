import { useLingui } from '@lingui/react/macro'
import type { WalletCall } from '#/features/issues/before/recording'

/** The recorder's own names in words; a name that the app does not know stays. */
export function useRecordedWords() {
  const { t } = useLingui()
  const kinds: Record<string, string> = {
    wallet: t`wallet`,
    error: t`error`,
    warning: t`warning`,
    uncaught: t`uncaught`,
    rejection: t`rejection`,
    request: t`request`,
    policy: t`policy`,
  }
  const problems: Record<string, string> = {
    user_rejected: t`declined`,
    wrong_network: t`wrong network`,
    insufficient_funds: t`not enough funds`,
    call_reverted: t`would revert`,
    reverted: t`reverted`,
    wallet_busy: t`wallet busy`,
    other: t`failed`,
  }
  const states: Record<string, string> = { success: t`succeeded`, not_seen: t`no receipt seen` }
  return {
    kind: (kind: string) => kinds[kind] ?? kind,
    outcome({ problem, error, status }: WalletCall): string | null {
      if (problem) return problems[problem] ?? problem
      if (status) return problems[status] ?? states[status] ?? status
      return error ? t`failed` : null
    },
  }
}
