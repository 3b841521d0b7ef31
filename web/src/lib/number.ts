import { perLanguage } from '#/lib/intl'

type Digits = 0 | 1 | 2
type Unit = 'day' | 'hour' | 'minute' | 'second' | 'kilobyte' | 'megabyte'

/** One format for each number of places behind the point. */
const perDigits = (options: Intl.NumberFormatOptions) =>
  ([0, 1, 2] as const).map(digits =>
    perLanguage(to => new Intl.NumberFormat(to, { ...options, maximumFractionDigits: digits })),
  )

const plain = perDigits({})
const change = perDigits({ signDisplay: 'exceptZero' })
const share = perDigits({ style: 'percent' })
const changedShare = perDigits({ style: 'percent', signDisplay: 'exceptZero' })
const compact = perLanguage(
  to => new Intl.NumberFormat(to, { notation: 'compact', maximumFractionDigits: 1 }),
)
const unit = (name: Unit, unitDisplay: 'narrow' | 'short') =>
  perDigits({ style: 'unit', unit: name, unitDisplay })
const UNITS: Record<Unit, ReturnType<typeof perDigits>> = {
  day: unit('day', 'narrow'),
  hour: unit('hour', 'narrow'),
  minute: unit('minute', 'narrow'),
  second: unit('second', 'narrow'),
  kilobyte: unit('kilobyte', 'short'),
  megabyte: unit('megabyte', 'short'),
}

// The sign of subtraction, as wide as a plus.
const write = (formats: ReturnType<typeof perDigits>, value: number, digits: Digits) =>
  formats[digits]?.().format(value).replace('-', '−') ?? ''

/** "1,204", "−30". */
export const figure = (value: number, digits: Digits = 0) => write(plain, value, digits)

/** "+113", "−30", "0". */
export const signed = (value: number, digits: Digits = 0) => write(change, value, digits)

/** "96%", of 96. */
export const percent = (value: number, digits: Digits = 0) => write(share, value / 100, digits)

/** "+3.8%", "−3.8%", "0%". */
export const signedPercent = (value: number, digits: Digits = 0) => write(changedShare, value / 100, digits)

/** "12d", "4h", "412 kB". */
export const measure = (value: number, name: Unit, digits: Digits = 0) => write(UNITS[name], value, digits)

/** "4–8h". */
export const measureRange = (from: number, to: number, name: Unit) =>
  UNITS[name][0]?.().formatRange(from, to) ?? ''

/** "8K": short enough for an axis. */
export const short = (value: number) => compact().format(value).replace('-', '−')
