import { Trans, useLingui } from '@lingui/react/macro'
import { clsx } from 'clsx'
import { ChevronDown, Lock } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { kindOf } from '#/entities/notification/kinds'
import {
  type Channel,
  type KindChoice,
  type KindRow,
  MAIL_CHOICES,
  type MailChoice,
  type Preferences,
} from '#/entities/notification/preferences'
import { grouped } from '#/features/notifications/preferences/groups'
import { useNarrow } from '#/lib/use-narrow'
import { Segmented } from '#/ui/Segmented'

interface Props {
  preferences: Preferences
  onChange: (choice: KindChoice) => void
}

const CHANNELS: Channel[] = ['app', 'mail', 'push', 'chat']

/** Every kind of notification by every channel that reaches the person. A phone shows one channel at a time. */
export function Matrix({ preferences, onChange }: Props) {
  const { t } = useLingui()
  const narrow = useNarrow()
  const [shown, setShown] = useState<Channel>(preferences.mail.address === null ? 'app' : 'mail')
  const usable = CHANNELS.filter(channel => isReachable(channel, preferences))
  const channels = narrow ? [shown] : usable
  const name: Record<Channel, string> = { app: t`In app`, mail: t`E-mail`, push: t`Push`, chat: t`Chat` }

  return (
    <>
      {narrow && (
        <div className="px-4 pb-2">
          <Segmented
            label={t`Channel`}
            value={shown}
            onChange={setShown}
            options={usable.map(channel => ({ value: channel, label: name[channel] }))}
          />
        </div>
      )}
      <table className="w-full border-collapse">
        <caption className="sr-only">{t`Notifications by channel`}</caption>
        <thead>
          <tr>
            <th
              scope="col"
              className="border-b border-line px-4 pb-2 text-left text-12 font-medium text-ink-3"
            >{t`Event`}</th>
            {channels.map(channel => (
              <th
                key={channel}
                scope="col"
                className="border-b border-line px-1.5 pb-2 text-center align-top text-12 font-medium whitespace-nowrap text-ink-2 last:pr-4"
              >
                {name[channel]}
                <span className="block text-11 font-normal text-ink-3">
                  <Whereto channel={channel} preferences={preferences} />
                </span>
              </th>
            ))}
          </tr>
        </thead>
        {grouped(preferences.kinds).map(({ title, rows }) => (
          <tbody key={t(title)}>
            <tr>
              <th
                scope="rowgroup"
                colSpan={channels.length + 1}
                className="h-[30px] border-t border-line-faint bg-canvas px-4 text-left text-12 font-normal text-ink-3"
              >
                {t(title)}
              </th>
            </tr>
            {rows.map(row => (
              <KindLine key={row.kind} row={row} channels={channels} name={name} onChange={onChange} />
            ))}
          </tbody>
        ))}
      </table>
    </>
  )
}

/** Whether there is an address, a device or an account behind a channel. */
const isReachable = (channel: Channel, { mail, channels }: Preferences): boolean =>
  channel === 'app' ||
  (channel === 'mail' && mail.address !== null) ||
  (channel === 'push' && channels.push) ||
  (channel === 'chat' && (channels.discord || channels.telegram))

/** The address, device or account behind a channel. */
function Whereto({ channel, preferences: { channels } }: { channel: Channel; preferences: Preferences }) {
  switch (channel) {
    case 'app':
      return <Trans>here</Trans>
    case 'mail':
      return <Trans>your address</Trans>
    case 'push':
      return <Trans>your devices</Trans>
    case 'chat':
      return [channels.discord && 'Discord', channels.telegram && 'Telegram'].filter(Boolean).join(', ')
  }
}

interface LineProps {
  row: KindRow
  channels: Channel[]
  name: Record<Channel, string>
  onChange: (choice: KindChoice) => void
}

function KindLine({ row, channels, name, onChange }: LineProps) {
  const { t } = useLingui()
  const { label, hint } = kindOf(row.kind)
  const { kind, app, mail, push, chat } = row
  const set = (change: Partial<KindChoice>) => onChange({ kind, app, mail, push, chat, ...change })
  const isLocked = (channel: Channel) =>
    row.locked.includes(channel) || (channel === 'app' && row.bucket === 'action')

  return (
    <tr className="border-t border-line-faint">
      <th scope="row" className="h-[42px] px-4 py-1 text-left font-normal">
        {t(label)}
        {hint && <span className="block text-12 leading-4 text-ink-3">{t(hint)}</span>}
      </th>
      {channels.map(channel => {
        const what = `${t(label)}, ${name[channel]}`
        return (
          <td key={channel} className="px-1.5 text-center last:pr-4">
            {isLocked(channel) ? (
              <span className="inline-flex items-center gap-1 text-12 text-ink-3">
                <Lock size={12} strokeWidth={2} aria-hidden />
                <Trans>always</Trans>
              </span>
            ) : channel === 'mail' ? (
              <MailCell label={what} value={mail} onChange={value => set({ mail: value })} />
            ) : (
              <Toggle label={what} on={row[channel]} onChange={on => set({ [channel]: on })} />
            )}
          </td>
        )
      })}
    </tr>
  )
}

const cell = (isOn: boolean, isFaint = false) =>
  clsx(
    'inline-flex h-6 min-w-[66px] items-center justify-center gap-[5px] rounded-1 border px-2 text-12 max-md:h-11 max-md:min-w-[84px]',
    isOn && !isFaint && 'border-line-strong bg-active font-medium text-ink',
    isOn && isFaint && 'border-line-strong text-ink-2',
    !isOn && 'border-transparent text-ink-3 hover:border-line-strong',
  )

function Dot({ half }: { half?: boolean }) {
  return (
    <svg viewBox="0 0 8 8" width="8" height="8" aria-hidden className="flex-none">
      <circle
        cx="4"
        cy="4"
        r="3.25"
        fill={half ? 'none' : 'currentColor'}
        stroke="currentColor"
        strokeWidth="1.5"
      />
      {half && <path d="M4 .75a3.25 3.25 0 0 0 0 6.5z" fill="currentColor" />}
    </svg>
  )
}

function Toggle({ label, on, onChange }: { label: string; on: boolean; onChange: (on: boolean) => void }) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      aria-label={label}
      onClick={() => onChange(!on)}
      className={cell(on)}
    >
      {on ? (
        <>
          <Dot />
          <Trans>now</Trans>
        </>
      ) : (
        <Trans>off</Trans>
      )}
    </button>
  )
}

interface MailProps {
  label: string
  value: MailChoice
  onChange: (value: MailChoice) => void
}

function MailCell({ label, value, onChange }: MailProps) {
  const { t } = useLingui()
  const words: Record<MailChoice, string> = { now: t`now`, digest: t`digest`, off: t`off` }
  const mark: Record<MailChoice, ReactNode> = { now: <Dot />, digest: <Dot half />, off: null }
  return (
    <span
      className={clsx(
        cell(value !== 'off', value === 'digest'),
        'relative has-focus-visible:outline-(length:--ring) has-focus-visible:outline-focus',
      )}
    >
      {mark[value]}
      {words[value]}
      <ChevronDown size={12} strokeWidth={2} aria-hidden className="text-ink-3" />
      <select
        aria-label={label}
        value={value}
        onChange={event => onChange(event.target.value as MailChoice)}
        className="absolute inset-0 cursor-pointer appearance-none opacity-0 [&>option]:bg-overlay [&>option]:text-ink"
      >
        {MAIL_CHOICES.map(choice => (
          <option key={choice} value={choice}>
            {words[choice]}
          </option>
        ))}
      </select>
    </span>
  )
}
