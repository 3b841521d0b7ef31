import { shortHash } from '#/lib/hash'
import { CopyButton } from '#/ui/CopyButton'

/** A hash or an address: short to read, whole to copy. */
export function Hash({ value }: { value: string }) {
  return (
    <span className="mono inline-flex items-center gap-[5px] whitespace-nowrap text-ink-2">
      <span title={value}>{shortHash(value)}</span>
      <CopyButton text={value} />
    </span>
  )
}
