import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ExternalLink, FlaskConical, SquareTerminal } from 'lucide-react'
import * as v from 'valibot'
import { call } from '#/backend/call'
import { maybe } from '#/backend/shapes'
import { EVIDENCE_KEYS } from '#/entities/evidence/queries'
import { FocusFirst, MenuItem, MenuLabel, MenuRule } from '#/ui/Menu'
import { toast } from '#/ui/toasts'
import { useCopyText } from '#/ui/use-copy'

const copies = v.object({
  foundry: maybe(v.string()),
  cast: v.string(),
  explorer: maybe(v.string()),
  tenderly: v.string(),
})

/** What can be copied of one transaction. */
export default function CopyItems({ id }: { id: string }) {
  const { t } = useLingui()
  const copyText = useCopyText()
  const { data, isError } = useQuery({
    queryKey: [...EVIDENCE_KEYS.one(id), 'copies'],
    queryFn: () => call('evidenceCopies', { id }, copies),
    retry: false,
  })
  if (!data) return <MenuLabel>{isError ? <Trans>Couldn’t load.</Trans> : <Trans>Loading…</Trans>}</MenuLabel>
  async function copy(text: string) {
    if (await copyText(text)) toast({ tone: 'success', title: t`Copied.` })
  }
  const item = (text: string | null, Icon: typeof ExternalLink, words: string) =>
    text && (
      <MenuItem icon={<Icon size={14} strokeWidth={1.9} aria-hidden />} onSelect={() => void copy(text)}>
        {words}
      </MenuItem>
    )
  return (
    <>
      <FocusFirst />
      {item(data.foundry, FlaskConical, t`Foundry test`)}
      {item(data.cast, SquareTerminal, t`cast commands`)}
      <MenuRule />
      {item(data.explorer, ExternalLink, t`Explorer link`)}
      {item(data.tenderly, ExternalLink, t`Tenderly link`)}
    </>
  )
}
