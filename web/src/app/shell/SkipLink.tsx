import { Trans } from '@lingui/react/macro'

/** The first stop of the Tab key: past the navigation. */
export function SkipLink() {
  return (
    <a
      href="#content"
      className="fixed top-2 left-2 z-(--z-tooltip) -translate-y-16 rounded-2 bg-inverse px-3 py-1.5 font-medium text-ink-inverse focus:translate-y-0"
    >
      <Trans>Skip to content</Trans>
    </a>
  )
}
