import { LoaderCircle } from '#/ui/icons'

export function Spinner({ size = 14 }: { size?: number }) {
  return <LoaderCircle size={size} strokeWidth={1.9} className="animate-spin" aria-hidden />
}
