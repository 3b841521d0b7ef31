import { Trans } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useMoralis } from '#/backend/use-moralis'
import { pushOwner } from '#/lib/push-owner'
import { toast } from '#/ui/toasts'

/** The next user who signs in here does not see notifications of this one. The server forgets the browser with the session, too. */
async function endPush() {
  if (!pushOwner()) return
  const { turnOffPush } = await import('#/backend/push/push')
  await turnOffPush()
}

/** Ends the session and goes to the sign-in page. If the server does not agree, the user stays and sees why. */
export function useLogOut() {
  const { logout } = useMoralis()
  const navigate = useNavigate()

  return async function logOut() {
    await endPush().catch(() => undefined)
    if (await logout()) {
      await navigate({ to: '/login' })
      return
    }
    toast({
      tone: 'danger',
      title: <Trans>Logout failed.</Trans>,
      detail: <Trans>You are still signed in.</Trans>,
      action: { label: <Trans>Try again</Trans>, onPress: () => void logOut() },
    })
  }
}
