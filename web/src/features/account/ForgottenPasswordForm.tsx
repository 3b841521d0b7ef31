import { Trans, useLingui } from '@lingui/react/macro'
import { client } from '#/backend/client'
import { LinkRequest } from '#/features/account/LinkRequest'
import '#/locales/public'

/** The way to a new password for anyone who has forgotten the old one. */
export function ForgottenPasswordForm() {
  const { t } = useLingui()
  return (
    <LinkRequest
      label={t`Reset your password`}
      submit={<Trans>Send the link</Trans>}
      autoFocus
      send={async email => (await client()).requestPasswordReset(email)}
      Sent={MailIsOnItsWay}
    />
  )
}

const MailIsOnItsWay = ({ email }: { email: string }) => (
  <Trans>
    If an account has the address <strong className="font-medium text-ink">{email}</strong>, we’ve sent an e-mail with a link. The link works once.
  </Trans>
)
