import { useLingui } from '@lingui/react/macro'
import { Missing } from '#/app/shell/Missing'
import { Page } from '#/app/shell/Page'

/** Nothing is here, or nothing for you. */
export function MissingPage() {
  const { t } = useLingui()
  return (
    <Page heading={t`Not found`} title={t`Object not found.`}>
      <div className="rounded-3 border border-line bg-panel pt-2">
        <Missing />
      </div>
    </Page>
  )
}
