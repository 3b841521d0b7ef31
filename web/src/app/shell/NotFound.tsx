import { useLingui } from '@lingui/react/macro'
import { Missing } from '#/app/shell/Missing'
import { PublicLayout } from '#/app/shell/PublicLayout'
import { useTitle } from '#/lib/use-title'
import '#/ui/member.css'
import '#/locales/member'

/** Nothing is here, outside the shell. */
export default function NotFound() {
  const { t } = useLingui()
  useTitle(t`Object not found.`)
  return (
    <PublicLayout>
      <div className="-mx-4">
        <Missing />
      </div>
    </PublicLayout>
  )
}
