import { Trans } from '@lingui/react/macro'
import { PolicyLinks } from '#/entities/policy/PolicyLinks'
import { settings } from '#/lib/settings'
import { Checkbox } from '#/ui/Choice'

/** The pages that a new user has to accept. */
const askedPages = () => settings.policies?.filter(page => page.required !== null) ?? []

/** The part of a sign-up that names the versions that the user was shown. */
export function acceptedPolicies() {
  const asked = askedPages()
  if (asked.length === 0) return {}
  return { acceptedPolicies: Object.fromEntries(asked.map(({ kind, version }) => [kind, version])) }
}

/** Asks for consent, if the programme has published pages that ask for it. */
export function AcceptField() {
  const asked = askedPages()
  if (asked.length === 0) return null
  return (
    <Checkbox
      name="accept"
      value="yes"
      required
      label={
        <span>
          <Trans>
            I have read and accept: <PolicyLinks kinds={asked.map(({ kind }) => kind)} />
          </Trans>
        </span>
      }
    />
  )
}
