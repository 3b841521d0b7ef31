import { settings } from '#/lib/settings'
import logo from '#/ui/logo.svg?no-inline'

/** The logo of the programme, or a slate pebble with one streak of gold. The same in both themes. */
export const Logo = ({ size }: { size: number }) => (
  <img src={settings.logo ?? logo} alt="" width={size} height={size} className="flex-none" />
)
