import { Trans, useLingui } from '@lingui/react/macro'
import { Command as Cmdk } from 'cmdk'
import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useFound } from '#/app/shell/use-found'
import { chipsOf } from '#/lib/key-names'
import { type Command, useCommandsHere } from '#/app/shell/use-commands'
import { beside, useModal } from '#/ui/Dialog'
import { Keys } from '#/ui/Keys'

interface Props {
  /** Those of every page. */
  commands: Command[]
  onClose: () => void
}

/** Find anything by a few letters: issues, people, missions, settings, tabs and commands; or by a hash. */
export default function Palette({ commands, onClose }: Props) {
  const { t } = useLingui()
  const ref = useModal(true)
  const [words, setWords] = useState('')
  const found = useFound(words)
  const listed = useCommandsHere(commands).filter(command => !command.unlisted)
  const [chosen, setChosen] = useState('')
  const all = [...found.transactions, ...found.issues, ...found.people, ...found.missions]
  const first = all[0]?.id
  // Only commands are chosen while one types; what the server found alone would wait for an arrow.
  useEffect(() => {
    if (first && !ref.current?.querySelector('[cmdk-item][data-selected=true]')) setChosen(first)
  }, [ref, first])

  return (
    <dialog
      ref={ref}
      aria-label={t`Commands`}
      onClose={onClose}
      onClick={event => beside(event) && onClose()}
      className="mx-auto mt-[12dvh] mb-auto w-[35rem] max-w-[calc(100vw-2rem)] overflow-hidden rounded-4 bg-overlay p-0 text-13 text-ink shadow-overlay backdrop:bg-scrim"
    >
      <Cmdk label={t`Commands`} loop value={chosen} onValueChange={setChosen} className="outline-none">
        <div className="flex h-12 items-center gap-2.5 border-b border-line px-4 text-14">
          <Search size={16} strokeWidth={1.75} className="text-ink-3" aria-hidden />
          <Cmdk.Input
            data-autofocus
            value={words}
            onValueChange={setWords}
            placeholder={t`Search or jump to…`}
            className="min-w-0 flex-1 bg-transparent outline-none max-md:text-16"
          />
          <Keys of={['Esc']} />
        </div>
        <Cmdk.List className="max-h-[50dvh] overflow-y-auto p-1.5 outline-none">
          {!found.isWaiting && all.length === 0 && (
            <Cmdk.Empty className="px-2.5 py-3 text-ink-2">{t`No results.`}</Cmdk.Empty>
          )}
          <Group heading={t`Transactions`} commands={found.transactions} onClose={onClose} found />
          <Group heading={t`Issues`} commands={found.issues} onClose={onClose} found />
          <Group heading={t`People`} commands={found.people} onClose={onClose} found />
          <Group heading={t`Missions`} commands={found.missions} onClose={onClose} found />
          <Group
            heading={t`On this page`}
            commands={listed.filter(({ group }) => group === 'here')}
            onClose={onClose}
          />
          <Group
            heading={t`Go to`}
            commands={listed.filter(({ group }) => group === 'go')}
            onClose={onClose}
          />
          <Group
            heading={t`Actions`}
            commands={listed.filter(({ group }) => group === 'do')}
            onClose={onClose}
          />
        </Cmdk.List>
      </Cmdk>
      <footer className="flex items-center gap-4 border-t border-line px-4 py-2 text-12 text-ink-3 max-md:hidden">
        <span className="inline-flex items-center gap-1.5">
          <Keys of={['↑', '↓']} /> <Trans>move</Trans>
        </span>
        <span className="inline-flex items-center gap-1.5">
          <Keys of={['↵']} /> <Trans>open</Trans>
        </span>
      </footer>
    </dialog>
  )
}

interface GroupProps extends Props {
  heading: string
  /** The server has found these: they are shown whatever was typed. */
  found?: boolean
}

function Group({ heading, commands, onClose, found = false }: GroupProps) {
  if (commands.length === 0) return null
  return (
    <Cmdk.Group
      heading={heading}
      forceMount={found}
      className="[&>[cmdk-group-heading]]:flex [&>[cmdk-group-heading]]:h-[26px] [&>[cmdk-group-heading]]:items-center [&>[cmdk-group-heading]]:px-2.5 [&>[cmdk-group-heading]]:text-12 [&>[cmdk-group-heading]]:text-ink-3"
    >
      {commands.map(({ id, label, Icon, keys, run }) => (
        <Cmdk.Item
          key={id}
          value={found ? id : label}
          forceMount={found}
          onSelect={() => {
            onClose()
            run()
          }}
          className="flex h-9 items-center gap-[9px] rounded-2 px-2.5 data-[selected=true]:bg-active max-md:h-(--touch)"
        >
          <Icon size={16} strokeWidth={1.75} className="text-ink-3" aria-hidden />
          <span className="truncate">{label}</span>
          {keys && (
            <span className="ml-auto">
              <Keys of={chipsOf(keys)} />
            </span>
          )}
        </Cmdk.Item>
      ))}
    </Cmdk.Group>
  )
}
