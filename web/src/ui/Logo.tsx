import logo from '#/ui/logo.svg?no-inline'

/** A slate pebble with one streak of gold. The same in both themes. */
export const Logo = ({ size }: { size: number }) => (
  <img src={logo} alt="" width={size} height={size} className="flex-none" />
)
