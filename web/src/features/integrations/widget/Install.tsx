import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { releaseQuery } from '#/features/integrations/widget/api'
import type { WidgetKey } from '#/features/integrations/widget/model'
import { codeFor, pinnedTag, policyFor, type Way, WAYS } from '#/features/integrations/widget/snippets'
import { useChoiceInAddress, useTextInAddress } from '#/lib/use-in-address'
import { CopyButton } from '#/ui/CopyButton'
import { Panel } from '#/ui/Panel'
import { SelectField } from '#/ui/SelectField'
import { Tabs } from '#/ui/Tabs'

interface Props {
  rows: WidgetKey[]
  server: string
}

/** What a page needs for the widget, for one of the keys. */
export function Install({ rows, server }: Props) {
  const { t } = useLingui()
  const [way, setWay] = useChoiceInAddress('show', WAYS)
  const [id, setId] = useTextInAddress('key')
  const chosen = rows.find(row => row.id === id) ?? rows[0]
  if (!chosen) return null
  const label: Record<Way, ReactNode> = { npm: 'npm', tag: <Trans>Script tag</Trans>, react: 'React' }
  const note: Record<Way, ReactNode> = {
    npm: (
      <Trans>
        Import this file first in the entry. Wallets that the app sets up before it are not recorded.
      </Trans>
    ),
    tag: (
      <Trans>
        Place both in the head. Keep async: the page then never waits for this server. If the policy of the
        page has a nonce, add it to both.
      </Trans>
    ),
    react: (
      <Trans>Import the first file first in the entry. Leave wagmi out if the app does not use it.</Trans>
    ),
  }
  return (
    <Panel
      title={<Trans>Install</Trans>}
      note={chosen.isOn ? null : <Trans>{chosen.name} is off: its pages show no widget</Trans>}
      actions={
        rows.length > 1 && (
          <span className="w-44 [&_label]:sr-only">
            <SelectField label={t`Key`} value={chosen.id} onChange={event => setId(event.target.value)}>
              {rows.map(row => (
                <option key={row.id} value={row.id}>
                  {row.name}
                </option>
              ))}
            </SelectField>
          </span>
        )
      }
    >
      <Tabs
        label={t`Ways to install`}
        value={way}
        onChange={setWay}
        tabs={WAYS.map(value => ({
          value,
          label: label[value],
          content: (
            <div className="grid grid-cols-1 gap-5">
              <Code label={t`Code`} note={note[value]} text={codeFor(value, server, chosen.key)} />
              {value === 'tag' && <Pinned server={server} of={chosen} />}
              <Code
                label={t`Content policy`}
                note={<Trans>If the page has a content policy, it must allow:</Trans>}
                text={policyFor(value, server)}
              />
            </div>
          ),
        }))}
      />
    </Panel>
  )
}

/** The tag for the version of this server, with the hash of its content. */
function Pinned({ server, of }: { server: string; of: WidgetKey }) {
  const { t } = useLingui()
  const { data } = useQuery(releaseQuery)
  if (!data) return null
  return (
    <Code
      label={t`Code for one version`}
      note={
        <Trans>
          To stay at version {data.version}, use this instead. Browsers run the script only if it is
          unchanged. After an upgrade of this server the page keeps the version until you change the tag.
        </Trans>
      }
      text={pinnedTag(server, of.key, data)}
    />
  )
}

function Code({ label, note, text }: { label: string; note: ReactNode; text: string }) {
  return (
    <div className="grid min-w-0 gap-2">
      <div className="flex items-center justify-between gap-3">
        <p className="max-w-[68ch] min-w-0 text-ink-2">{note}</p>
        <CopyButton kind="plain" size="small" text={text} />
      </div>
      <pre
        role="group"
        tabIndex={0}
        aria-label={label}
        className="overflow-x-auto rounded-2 border border-line bg-sunken px-3 py-2 font-mono text-12 text-ink-2 focus-visible:-outline-offset-2"
      >
        {text}
      </pre>
    </div>
  )
}
