import { useLingui } from '@lingui/react/macro'
import { toast } from '#/ui/toasts'

/** Copies the address of an issue, without whatever else stands in the address bar. */
export function useCopyLink() {
  const { t } = useLingui()
  return (number: number) => {
    navigator.clipboard.writeText(`${location.origin}/issues/${number}`).then(
      () => toast({ tone: 'success', title: t`Link copied.` }),
      () => toast({ tone: 'danger', title: t`The browser blocked the clipboard.` }),
    )
  }
}
