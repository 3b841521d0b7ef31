import { Trans } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useMoralis } from '#/backend/use-moralis'
import { toast } from '#/ui/toasts'

/** Ends the session and goes to the sign-in page. If the server does not agree, the user stays and is told. */
export function useLogOut() {
  const { logout } = useMoralis()
  const navigate = useNavigate()

  return async function logOut() {
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
