import { useLingui } from '@lingui/react/macro'
import { usePageCommands } from '#/lib/page-commands'

/** `j` and `k` go to the next case and back, in every queue. */
export function useQueueKeys(step: (by: 1 | -1) => void) {
  const { t } = useLingui()
  const moving = { unlisted: true, repeats: true }
  usePageCommands([
    { id: 'next', label: t`Next case`, keys: ['j'], ...moving, run: () => step(1) },
    { id: 'previous', label: t`Previous case`, keys: ['k'], ...moving, run: () => step(-1) },
  ])
}
