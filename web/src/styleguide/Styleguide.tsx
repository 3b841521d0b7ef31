import '#/ui/member.css'
import '#/locales/member'
import { setTheme, useTheme } from '#/lib/preferences'
import { Colours, Type } from '#/styleguide/Ground'
import { Buttons, Choices, Fields } from '#/styleguide/Controls'
import { Floating } from '#/styleguide/Floating'
import { Marks, Small } from '#/styleguide/Signs'
import { States, Tables } from '#/styleguide/States'
import { Segmented } from '#/ui/Segmented'

/** Every component in every state. */
export default function Styleguide() {
  const theme = useTheme()
  return (
    <main id="content" tabIndex={-1} className="mx-auto max-w-(--page-max) px-(--page-pad) py-6 outline-none">
      <header className="mb-5 flex items-center justify-between">
        <h1 className="text-20">Components</h1>
        <Segmented
          label="Theme"
          value={theme}
          onChange={setTheme}
          options={[
            { value: 'system', label: 'System' },
            { value: 'dark', label: 'Dark' },
            { value: 'light', label: 'Light' },
          ]}
        />
      </header>
      <div className="grid grid-cols-12 items-start gap-4 *:col-span-12">
        <Colours />
        <Type />
        <Buttons />
        <Choices />
        <Fields />
        <Small />
        <Marks />
        <Floating />
        <Tables />
        <States />
      </div>
    </main>
  )
}
