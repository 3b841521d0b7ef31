import { Trans, useLingui } from '@lingui/react/macro'
import { Eye, EyeOff, Link2, Link2Off, Pencil } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Cluster } from '#/entities/cluster/schema'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { useChangeCluster } from '#/features/clusters/api'
import { MOD } from '#/lib/key-names'
import { usePageCommands } from '#/lib/page-commands'
import { Button } from '#/ui/Button'
import { FormDialog } from '#/ui/FormDialog'
import { FormError } from '#/ui/FormError'
import { Keys } from '#/ui/Keys'
import { Panel } from '#/ui/Panel'
import { TextArea } from '#/ui/TextArea'
import { TextField } from '#/ui/TextField'
import { toast } from '#/ui/toasts'

type Asked = 'name' | 'ignore' | 'issue' | null

/** What an administrator can do about a failure as a whole. */
export function ClusterActions({ cluster }: { cluster: Cluster }) {
  const { t } = useLingui()
  const [asked, setAsked] = useState<Asked>(null)
  const change = useChangeCluster(cluster.id)
  const { sayProblem } = useProblemMessages()
  const ignored = cluster.state === 'ignored'
  const ignore = () =>
    ignored ? change.mutate({ name: 'clusterSetState', state: 'open' }) : setAsked('ignore')
  usePageCommands([
    { id: 'name', label: t`Set name and advice`, keys: ['e'], run: () => setAsked('name') },
    { id: 'ignore', label: ignored ? t`Reopen` : t`Ignore, with a reason`, keys: ['i'], run: ignore },
    { id: 'issue', label: t`Choose the issue`, keys: ['2'], run: () => setAsked('issue') },
  ])
  const glyph = { size: 14, strokeWidth: 1.9, 'aria-hidden': true } as const
  const dialog = {
    busy: change.isPending,
    problem: sayProblem(change.error),
    onClose: () => setAsked(null),
  }
  const send = (wanted: Parameters<typeof change.mutate>[0], done: string) =>
    change.mutate(wanted, {
      onSuccess: () => {
        toast({ tone: 'success', title: done })
        setAsked(null)
      },
    })
  return (
    <Panel title={<Trans>Actions</Trans>}>
      <div className="grid gap-2">
        <Act icon={<Pencil {...glyph} />} keys="e" onPress={() => setAsked('name')}>
          <Trans>Set name and advice</Trans>
        </Act>
        <Act icon={<Link2 {...glyph} />} keys="2" onPress={() => setAsked('issue')}>
          {cluster.rootIssue ? <Trans>Choose another issue</Trans> : <Trans>Choose the issue</Trans>}
        </Act>
        {cluster.rootIssue && (
          <Act
            icon={<Link2Off {...glyph} />}
            onPress={() => send({ name: 'clusterSetIssue', issue: null }, t`Unlinked from the issue.`)}
          >
            <Trans>Unlink from #{cluster.rootIssue.number}</Trans>
          </Act>
        )}
        <Act icon={ignored ? <Eye {...glyph} /> : <EyeOff {...glyph} />} keys="i" onPress={ignore}>
          {ignored ? <Trans>Reopen</Trans> : <Trans>Ignore, with a reason</Trans>}
        </Act>
        {asked === null && change.error && <FormError>{sayProblem(change.error)}</FormError>}
      </div>
      {asked === 'name' && (
        <NameDialog
          {...dialog}
          cluster={cluster}
          onSave={texts => send({ name: 'clusterSave', ...texts }, t`Testers see this from now on.`)}
        />
      )}
      {asked === 'ignore' && (
        <IgnoreDialog
          {...dialog}
          onSave={reason =>
            send({ name: 'clusterSetState', state: 'ignored', reason }, t`Ignored. It is still counted.`)
          }
        />
      )}
      {asked === 'issue' && (
        <IssueDialog
          {...dialog}
          onSave={issue => send({ name: 'clusterSetIssue', issue }, t`Linked to #${issue}.`)}
        />
      )}
    </Panel>
  )
}

interface ActProps {
  icon: ReactNode
  keys?: string
  onPress: () => void
  children: ReactNode
}

function Act({ icon, keys, onPress, children }: ActProps) {
  return (
    <Button
      shape="block"
      icon={icon}
      keys={keys ? <Keys of={[keys]} /> : undefined}
      aria-keyshortcuts={keys}
      onClick={onPress}
    >
      <span className="flex-1 text-left">{children}</span>
    </Button>
  )
}

interface DialogProps {
  busy: boolean
  problem: ReactNode
  onClose: () => void
}

interface NameProps extends DialogProps {
  cluster: Cluster
  onSave: (texts: { title: string; sentence: string; advice: string }) => void
}

function NameDialog({ cluster, onSave, ...dialog }: NameProps) {
  const [title, setTitle] = useState(cluster.title)
  const [sentence, setSentence] = useState(cluster.sentence ?? '')
  const [advice, setAdvice] = useState(cluster.advice ?? '')
  return (
    <FormDialog
      {...dialog}
      width="wide"
      title={<Trans>Text for testers</Trans>}
      submit={<Trans>Save</Trans>}
      keys={<Keys of={[MOD, '↵']} />}
      disabled={title.trim() === '' || sentence.trim() === ''}
      onSubmit={() => onSave({ title: title.trim(), sentence: sentence.trim(), advice: advice.trim() })}
    >
      <TextField
        label={<Trans>Name</Trans>}
        value={title}
        maxLength={140}
        data-autofocus
        onChange={event => setTitle(event.target.value)}
      />
      <TextArea
        label={<Trans>Description</Trans>}
        rows={2}
        maxLength={500}
        value={sentence}
        onChange={event => setSentence(event.target.value)}
        hint={<Trans>What happened, in plain words. Saved as the description of this error.</Trans>}
      />
      <TextArea
        label={<Trans>Advice (optional)</Trans>}
        rows={2}
        maxLength={500}
        value={advice}
        onChange={event => setAdvice(event.target.value)}
        hint={<Trans>What testers can do about it now.</Trans>}
      />
    </FormDialog>
  )
}

function IgnoreDialog({ onSave, ...dialog }: DialogProps & { onSave: (reason: string) => void }) {
  const [reason, setReason] = useState('')
  return (
    <FormDialog
      {...dialog}
      title={<Trans>Ignore this failure</Trans>}
      submit={<Trans>Ignore</Trans>}
      keys={<Keys of={[MOD, '↵']} />}
      disabled={reason.trim() === ''}
      onSubmit={() => onSave(reason.trim())}
    >
      <p>
        <Trans>It is still counted but no longer listed as hot. Testers can still report it.</Trans>
      </p>
      <TextArea
        label={<Trans>Reason</Trans>}
        rows={3}
        maxLength={500}
        value={reason}
        data-autofocus
        onChange={event => setReason(event.target.value)}
        hint={<Trans>Shown to testers with this failure.</Trans>}
      />
    </FormDialog>
  )
}

function IssueDialog({ onSave, ...dialog }: DialogProps & { onSave: (issue: number) => void }) {
  const [typed, setTyped] = useState('')
  const number = /^#?(\d{1,9})$/.exec(typed.trim())?.[1]
  return (
    <FormDialog
      {...dialog}
      title={<Trans>Which issue is it?</Trans>}
      submit={<Trans>Choose</Trans>}
      keys={<Keys of={['↵']} />}
      disabled={!number}
      onSubmit={() => onSave(Number(number))}
    >
      <TextField
        label={<Trans>Number of the issue</Trans>}
        placeholder="#418"
        inputMode="numeric"
        value={typed}
        data-autofocus
        onChange={event => setTyped(event.target.value)}
        hint={<Trans>Everyone with this failure is counted there.</Trans>}
      />
    </FormDialog>
  )
}
