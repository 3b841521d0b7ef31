import { type ReactNode, useId } from 'react'

interface Props<Value extends string> {
  label: string
  value: Value
  onChange: (value: Value) => void
  options: { value: Value; label: ReactNode; count?: number | undefined }[]
}

/** One of two to four, all in sight. */
export function Segmented<Value extends string>({ label, value, onChange, options }: Props<Value>) {
  const name = useId()
  return (
    <fieldset className="inline-flex min-w-0 max-w-full flex-none gap-px overflow-x-auto rounded-2 border border-line bg-sunken p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map(option => (
        <label
          key={option.value}
          className="relative inline-flex h-[22px] flex-none cursor-pointer items-center gap-[5px] rounded-1 px-[9px] text-12 font-medium whitespace-nowrap text-ink-2 hover:text-ink has-checked:bg-active has-checked:text-ink has-checked:shadow-[0_0_0_1px_var(--line-strong)] has-focus-visible:outline-(length:--ring) has-focus-visible:outline-focus max-md:h-10"
        >
          <input
            type="radio"
            name={name}
            className="absolute inset-0 cursor-pointer appearance-none opacity-0"
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
          {option.count !== undefined && <span className="font-normal text-ink-3">{option.count}</span>}
        </label>
      ))}
    </fieldset>
  )
}
