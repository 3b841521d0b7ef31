import { PolicyLinks } from '#/entities/policy/PolicyLinks'
import { settings } from '#/lib/settings'
import '#/locales/public'

/** The published pages, for visitors. */
export default function PolicyFooter() {
  return (
    <span>
      <PolicyLinks kinds={settings.policies?.map(({ kind }) => kind) ?? []} />
    </span>
  )
}
