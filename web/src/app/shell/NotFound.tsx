import { useLingui } from '@lingui/react/macro'
import { Missing } from '#/app/shell/Missing'
import { Threshold } from '#/app/shell/Threshold'
import { useTitle } from '#/lib/use-title'
import '#/ui/house.css'
import '#/words/house'

/** Nothing is here, outside the shell. */
export default function NotFound() {
  const { t } = useLingui()
  useTitle(t`Object not found.`)
  return (
    <Threshold>
      <div className="-mx-4">
        <Missing />
      </div>
    </Threshold>
  )
}
