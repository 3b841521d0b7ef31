import { Trans, useLingui } from '@lingui/react/macro'
import { CopyButton } from '#/ui/CopyButton'
import { Panel } from '#/ui/Panel'

/** A step of a GitHub Action that announces a build. Values go through `env`: a title must not become a command. */
const stepFor = (address: string) => `- name: Announce the build
  env:
    TOUCHSTONE_URL: ${address}
    TOUCHSTONE_KEY: \${{ secrets.TOUCHSTONE_KEY }} # scope builds
    VERSION: \${{ github.event.release.tag_name }}
    COMMIT: \${{ github.sha }}
    NOTES: \${{ github.event.release.body }}
  run: |
    jq -n --arg version "$VERSION" --arg commit "$COMMIT" --arg notes "$NOTES" \\
      '{channel:"web",version:$version,commit:$commit,notes:$notes,fixes:[],announce:true}' |
    curl --fail-with-body --silent --show-error --retry 5 --retry-all-errors --max-time 30 \\
      -X POST "$TOUCHSTONE_URL/api/v1/builds" \\
      -H "Authorization: Bearer $TOUCHSTONE_KEY" -H "Content-Type: application/json" \\
      -H "Idempotency-Key: release-\${{ github.event.release.id }}" --data-binary @-`

/** What CI needs to announce a build, ready to copy. */
export function CiSnippet() {
  const { t } = useLingui()
  const step = stepFor(location.origin)
  return (
    <Panel
      title={<Trans>Announce a build from CI</Trans>}
      actions={<CopyButton kind="plain" size="small" text={step} />}
    >
      <p className="mb-2 max-w-[68ch] text-ink-2">
        <Trans>
          A step of a GitHub Action. Store the key as the secret TOUCHSTONE_KEY and list the fixed issues in
          fixes. Everyone affected is notified.
        </Trans>
      </p>
      <pre
        tabIndex={0}
        aria-label={t`Step of a GitHub Action`}
        className="max-h-80 overflow-auto rounded-2 border border-line bg-sunken px-3 py-2 font-mono text-12 text-ink-2"
      >
        {step}
      </pre>
    </Panel>
  )
}
