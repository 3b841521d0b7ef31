// The icons of the pages before the sign-in, drawn here: with any of its own, the library of all others would come along.
import type { ReactNode, SVGProps } from 'react'

interface Props extends Omit<SVGProps<SVGSVGElement>, 'children'> {
  size: number
}

const icon = (shape: ReactNode) =>
  function Icon({ size, className = '', ...rest }: Props) {
    return (
      <svg
        viewBox="0 0 24 24"
        width={size}
        height={size}
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        {...rest}
        className={`flex-none ${className}`}
      >
        {shape}
      </svg>
    )
  }

const rim = <circle cx={12} cy={12} r={10} />
const lid = 'M2 12c2.4-4.4 5.8-7 10-7s7.6 2.6 10 7c-2.4 4.4-5.8 7-10 7s-7.6-2.6-10-7z'

export const CircleX = icon(
  <>
    {rim}
    <path d="m9 9 6 6m0-6-6 6" />
  </>,
)
export const CircleCheck = icon(
  <>
    {rim}
    <path d="m8.5 12.5 2.5 2.5 4.5-5" />
  </>,
)
export const Eye = icon(
  <>
    <path d={lid} />
    <circle cx={12} cy={12} r={3} />
  </>,
)
export const EyeOff = icon(<path d={`${lid}M4 20 20 4`} />)
export const LoaderCircle = icon(<path d="M21 12a9 9 0 1 1-6.2-8.6" />)
export const Wallet = icon(
  <path d="M17 7V4H5a2 2 0 0 0 0 4h15a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H5a2 2 0 0 1-2-2V6m18 6h-4a2 2 0 0 0 0 4h4" />,
)
