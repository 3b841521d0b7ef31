import { i18n } from '@lingui/core'

const locale = () => i18n.locale || 'en'
/** The sign of subtraction, as wide as a plus. */
const MINUS = '−'

/** "1,204", "−30". */
export const figure = (value: number, digits = 0) =>
  new Intl.NumberFormat(locale(), { maximumFractionDigits: digits }).format(value).replace('-', MINUS)

/** "+113", "−30", "0". */
export const signed = (value: number, digits = 0) =>
  value > 0 ? `+${figure(value, digits)}` : figure(value, digits)

/** "96 %". */
export const percent = (value: number, digits = 0) => `${figure(value, digits)} %`

/** "8 k": short enough for an axis. */
export const short = (value: number) =>
  Math.abs(value) >= 1000 ? `${figure(value / 1000, 1)} k` : figure(value, 1)
