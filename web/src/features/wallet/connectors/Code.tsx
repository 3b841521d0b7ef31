import { useLingui } from '@lingui/react/macro'
import { encode } from 'uqr'

const QUIET_ZONE = 2

/** An address for the camera of another device. */
export default function Code({ address }: { address: string }) {
  const { t } = useLingui()
  const { data, size } = encode(address, { border: QUIET_ZONE })
  const dark = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <div className="grid justify-items-start gap-2">
      {/* Cameras want dark on light, whatever the theme is. */}
      <svg
        role="img"
        aria-label={t`Code for your wallet app`}
        viewBox={`0 0 ${size} ${size}`}
        className="w-64 max-w-full rounded-2 [shape-rendering:crispEdges]"
      >
        <rect width={size} height={size} fill="#fff" />
        <path d={dark.join('')} fill="#000" />
      </svg>
      <p>{t`Scan it with your wallet app.`}</p>
    </div>
  )
}
