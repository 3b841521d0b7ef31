import { Bell, Ellipsis, Plus, Search } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { AffectsButton } from '#/entities/issue/AffectsButton'
import { Button, ButtonLink } from '#/ui/Button'
import { Checkbox, Radio, Switch } from '#/ui/Choice'
import { FormError } from '#/ui/FormError'
import { Keys } from '#/ui/Keys'
import { Panel } from '#/ui/Panel'
import { PasswordField } from '#/ui/PasswordField'
import { SearchField } from '#/ui/SearchField'
import { Segmented } from '#/ui/Segmented'
import { SelectField } from '#/ui/SelectField'
import { TextArea } from '#/ui/TextArea'
import { TextField } from '#/ui/TextField'

export const Shelf = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-2">{children}</div>
)

export function Buttons() {
  const [mine, setMine] = useState(false)
  return (
    <div className="lg:!col-span-4">
      <Panel title="Buttons">
        <div className="grid gap-2.5">
          <Shelf>
            <Button kind="primary" icon={<Plus size={14} aria-hidden />} keys={<Keys of={['c']} />}>
              New issue
            </Button>
            <Button kind="gold">Submit report</Button>
            <Button>Works for me</Button>
            <Button kind="ghost">Cancel</Button>
            <Button kind="danger">Suspend</Button>
          </Shelf>
          <Shelf>
            <Button disabled>Off</Button>
            <Button kind="primary" disabled>
              Off
            </Button>
            <Button kind="ghost" disabled>
              Off
            </Button>
            <Button busy>Waiting for wallet</Button>
            <Button kind="primary" busy>
              Sending
            </Button>
          </Shelf>
          <Shelf>
            <Button size="small">Small</Button>
            <Button>Medium</Button>
            <Button size="large">Large</Button>
            <ButtonLink to="/styleguide">Goes somewhere</ButtonLink>
          </Shelf>
          <Shelf>
            <Button shape="icon" aria-label="More" icon={<Ellipsis size={16} aria-hidden />} />
            <Button
              kind="ghost"
              shape="icon"
              aria-label="Nothing waits"
              icon={<Bell size={16} aria-hidden />}
            />
            <AffectsButton count={48} mine={mine} onToggle={() => setMine(!mine)} />
            <AffectsButton count={12} mine onToggle={() => undefined} />
          </Shelf>
          <Button shape="block">As wide as its place</Button>
        </div>
      </Panel>
    </div>
  )
}

export function Fields() {
  return (
    <div className="lg:!col-span-4">
      <Panel title="Fields">
        <div className="grid gap-3">
          <SearchField label="Search" placeholder="Search or paste a hash" keys={<Keys of={['/']} />} />
          <TextField label="Title" defaultValue="Permit expired right after signing" hint="One sentence." />
          <TextField label="E-mail" defaultValue="rin@" error="This is not an address yet." />
          <TextField
            label="Code"
            mono
            placeholder="Code"
            before={<Search size={14} className="text-ink-3" aria-hidden />}
            size="small"
          />
          <TextField label="Locked" defaultValue="cannot be changed" disabled />
          <PasswordField label="Password" defaultValue="touchstonetouch" size="large" />
          <SelectField label="Season" defaultValue="2">
            <option value="1">Season 1</option>
            <option value="2">Season 2</option>
          </SelectField>
          <TextArea label="What happened" defaultValue="Signed, waited, and it was out of date." rows={2} />
        </div>
      </Panel>
    </div>
  )
}

export function Choices() {
  const [view, setView] = useState('all')
  return (
    <div className="lg:!col-span-4">
      <Panel title="Choices, complaints">
        <div className="grid gap-4">
          <Shelf>
            <Checkbox label="Share" defaultChecked />
            <Checkbox label="Sign" />
            <Checkbox label="Off" disabled />
          </Shelf>
          <Shelf>
            <Radio name="kind" label="Bug" defaultChecked />
            <Radio name="kind" label="Idea" />
            <Radio name="kind" label="Off" disabled />
          </Shelf>
          <Shelf>
            <Switch label="On" defaultChecked />
            <Switch label="Off" />
            <Switch label="Locked" disabled />
          </Shelf>
          <div>
            <Segmented
              label="View"
              value={view}
              onChange={setView}
              options={[
                { value: 'all', label: 'All' },
                { value: 'comments', label: 'Comments', count: 9 },
                { value: 'changes', label: 'Changes' },
              ]}
            />
          </div>
          <FormError>Wrong username or password.</FormError>
        </div>
      </Panel>
    </div>
  )
}
