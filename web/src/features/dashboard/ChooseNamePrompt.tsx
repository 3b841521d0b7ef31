import { Trans } from '@lingui/react/macro'
import { AtSign } from 'lucide-react'
import { useMoralis } from '#/backend/use-moralis'
import { Band } from '#/ui/Band'
import { ButtonLink } from '#/ui/Button'

/** Told to anyone who came with a wallet and still goes by the name that the server made up. */
export function ChooseNamePrompt() {
  const { user } = useMoralis()
  if (!user?.username) return null
  return (
    <Band
      icon={<AtSign size={16} aria-hidden />}
      title={<Trans>You have no name yet.</Trans>}
      actions={
        <ButtonLink to="/u/$username" params={{ username: user.username }} search={{ tab: 'security' }}>
          <Trans>Choose a name</Trans>
        </ButtonLink>
      }
    >
      <Trans>You signed in with a wallet, so we generated a name. Others see it next to your activity.</Trans>
    </Band>
  )
}
