import { useLingui } from '@lingui/react/macro'
import { Missing } from '#/app/shell/Missing'
import { useTitle } from '#/lib/use-title'

/** Nothing is here, outside the shell. */
export function NotFound() {
  const { t } = useLingui()
  useTitle(t`Object not found.`)
  return (
    <main id="content" tabIndex={-1} className="outline-none">
      <Missing />
    </main>
  )
}
