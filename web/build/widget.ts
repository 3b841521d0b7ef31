// Writes the widget for a script tag beside the app. The server offers it to the pages of other sites.
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { writeTag } from '../../packages/widget/bundle.ts'

await writeTag(rolldown, join(import.meta.dirname, '../dist/sdk'))
