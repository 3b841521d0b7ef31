import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { completeSetup } from '#/features/setup/api'
import { SidebarPreview } from '#/features/setup/SidebarPreview'
import type { Step, StepProps } from '#/features/setup/step'
import { TextField } from '#/ui/TextField'

const LONGEST_PRODUCT = 60
const LONGEST_SHORT_NAME = 30

function Names({ draft, change }: StepProps) {
  return (
    <>
      <TextField
        name="product"
        label={<Trans>Product</Trans>}
        hint={<Trans>The product under test. Shown in the sidebar and in page titles.</Trans>}
        size="large"
        required
        maxLength={LONGEST_PRODUCT}
        autoComplete="off"
        data-autofocus
        value={draft.product}
        onChange={event => change({ product: event.currentTarget.value })}
      />
      <TextField
        name="shortName"
        label={<Trans>Short name</Trans>}
        hint={<Trans>Shown as “Powered by …” below the sidebar.</Trans>}
        size="large"
        required
        maxLength={LONGEST_SHORT_NAME}
        autoComplete="off"
        value={draft.shortName}
        onChange={event => change({ shortName: event.currentTarget.value })}
      />
      <SidebarPreview product={draft.product} shortName={draft.shortName} username={draft.username} />
    </>
  )
}

/** What the product is called. With it the setup is complete, and the administrator is signed in. */
export const names: Step = {
  id: 'names',
  title: msg`Names`,
  Body: Names,
  next: msg`Continue`,
  async leave(draft, { signIn, dropDraft }) {
    await completeSetup(draft)
    dropDraft()
    await signIn()
  },
}
