import { Trans, useLingui } from '@lingui/react/macro'
import { client } from '#/backend/client'
import { LinkRequest } from '#/features/account/LinkRequest'
import { ButtonLink } from '#/ui/Button'
import { CircleCheck, CircleX } from '#/ui/icons'
import '#/locales/public'

/** Where the link in a verification mail has led. */
export type Verification = 'verified' | 'invalid' | 'expired'

export function VerificationResult({ result }: { result: Verification }) {
  const { t } = useLingui()
  if (result === 'verified') {
    return (
      <div className="grid gap-4">
        <p role="status" className="flex items-center gap-2 text-14">
          <CircleCheck size={16} className="text-success" aria-hidden />
          <Trans>Your e-mail address is verified.</Trans>
        </p>
        <ButtonLink to="/" kind="primary" size="large" shape="block">{t`Continue`}</ButtonLink>
      </div>
    )
  }
  return (
    <div className="grid gap-4">
      <p role="alert" className="flex items-center gap-2 text-14">
        <CircleX size={16} className="flex-none text-danger" aria-hidden />
        {result === 'expired' ? (
          <Trans>This link has expired.</Trans>
        ) : (
          <Trans>This link is invalid or has already been used.</Trans>
        )}
      </p>
      <LinkRequest
        label={t`Send another link`}
        submit={<Trans>Send another link</Trans>}
        send={async email => (await client()).requestEmailVerification(email)}
        Sent={MailIsOnItsWay}
      />
    </div>
  )
}

const MailIsOnItsWay = () => (
  <Trans>If the address still needs to be verified, we’ve sent another e-mail.</Trans>
)
