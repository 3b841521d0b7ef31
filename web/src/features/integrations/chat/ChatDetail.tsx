import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { useSaveChatService, useTestChatService } from '#/features/integrations/api'
import { CopyLine } from '#/features/integrations/chat/CopyLine'
import type { ChatService, ServiceField } from '#/features/integrations/model'
import { ServiceHead, ServiceState, Steps } from '#/features/integrations/ServiceHead'
import { button, Button } from '#/ui/Button'
import { FormError } from '#/ui/FormError'
import { TextField } from '#/ui/TextField'
import { toast } from '#/ui/toasts'

/** A bot that writes to people who linked their account: how to set it up, and whether it works. */
export function ChatDetail({ row, name }: { row: ChatService; name: string }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const test = useTestChatService()
  const isSet = row.fields.some(({ set }) => set)
  const run = () =>
    test.mutate(
      { service: row.service },
      {
        onSuccess: ({ ok, detail }) =>
          toast(
            ok
              ? { tone: 'success', title: t`${name} answers.`, detail }
              : { tone: 'danger', title: t`${name} returned an unexpected answer.`, detail },
          ),
        onError: error => toast({ tone: 'danger', title: t`The test failed.`, detail: sayProblem(error) }),
      },
    )
  return (
    <div className="min-w-0">
      <ServiceHead
        name={name}
        note={
          <>
            {row.name && <>{row.name} · </>}
            <Plural value={row.people} one="# person has linked it" other="# people have linked it" />
            {row.unreachable > 0 && (
              <>
                , <Plural value={row.unreachable} one="# cannot be reached" other="# cannot be reached" />
              </>
            )}
          </>
        }
        actions={
          <>
            <ServiceState state={row.state} />
            <Button size="small" busy={test.isPending} disabled={!isSet} onClick={run}>{t`Test it`}</Button>
          </>
        }
      />
      <div className="grid gap-4 border-t border-line-faint px-4 py-3.5">
        {row.problem && <p className="text-warning">{row.problem}</p>}
        {row.service === 'discord' ? <DiscordSteps row={row} /> : <TelegramSteps />}
        <FieldsForm row={row} onSaved={run} />
        <p className="text-12 text-ink-3">{t`For private reports, only the number is sent.`}</p>
      </div>
    </div>
  )
}

function DiscordSteps({ row }: { row: ChatService }) {
  return (
    <div className="grid gap-3">
      <Steps>
        <li>
          <Trans>
            Create an application at{' '}
            <Outside to="https://discord.com/developers/applications">
              discord.com/developers/applications
            </Outside>{' '}
            and add a bot to it.
          </Trans>
        </li>
        <li>
          <Trans>
            Under OAuth2, enter the redirect below. Copy the client secret and the bot’s token here.
          </Trans>
        </li>
        <li>
          <Trans>
            Save, then add the bot to your testers’ server. It can only message members of that server.
          </Trans>
        </li>
      </Steps>
      {row.callback && <CopyLine label={<Trans>Redirect</Trans>} value={row.callback} />}
      {row.interactions && (
        <CopyLine label={<Trans>Interactions endpoint, for /link</Trans>} value={row.interactions} />
      )}
      {row.invite && (
        <span>
          <a href={row.invite} target="_blank" rel="noreferrer" className={button({ size: 'small' })}>
            <Trans>Add the bot to a server</Trans>
          </a>
        </span>
      )}
    </div>
  )
}

function TelegramSteps() {
  return (
    <Steps>
      <li>
        <Trans>
          Write /newbot to <Outside to="https://t.me/BotFather">@BotFather</Outside> and copy the token here.
        </Trans>
      </li>
      <li>
        <Trans>Save. After a successful test, testers can link their account in their profile.</Trans>
      </li>
    </Steps>
  )
}

function Outside({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a href={to} target="_blank" rel="noreferrer">
      {children}
    </a>
  )
}

/** Secrets are written and never read back: an empty field keeps what is there. */
function FieldsForm({ row, onSaved }: { row: ChatService; onSaved: () => void }) {
  const { sayProblem } = useProblemMessages()
  const save = useSaveChatService()
  const [typed, setTyped] = useState<Record<string, string>>({})
  const changed = Object.entries(typed).filter(([key, value]) => {
    const field = row.fields.find(each => each.key === key)
    return field?.secret ? value.trim() !== '' : value.trim() !== (field?.value ?? '')
  })

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    save.mutate(
      {
        service: row.service,
        settings: Object.fromEntries(changed.map(([key, value]) => [key, value.trim() || null])),
      },
      {
        onSuccess: () => {
          setTyped({})
          // What was saved is used once a test of it went well.
          onSaved()
        },
      },
    )
  }

  return (
    <form onSubmit={submit} className="grid max-w-[34rem] gap-3">
      {row.fields.map(field => (
        <TextField
          key={field.key}
          mono
          autoComplete="off"
          spellCheck={false}
          type={field.secret ? 'password' : 'text'}
          label={field.label || field.key}
          placeholder={field.secret && field.set ? '••••••••' : undefined}
          hint={hintOf(field)}
          value={typed[field.key] ?? (field.secret ? '' : (field.value ?? ''))}
          onChange={event => setTyped({ ...typed, [field.key]: event.target.value })}
        />
      ))}
      <FormError>{sayProblem(save.error)}</FormError>
      <span>
        <Button type="submit" busy={save.isPending} disabled={changed.length === 0}>
          <Trans>Save and test</Trans>
        </Button>
      </span>
    </form>
  )
}

const hintOf = ({ secret, set }: ServiceField): ReactNode =>
  secret && set ? <Trans>Saved. Type a new one to replace it.</Trans> : undefined
