// Records wallet calls, offers to report one that failed, and sends the report, or opens the report form with it.
import type { Widget, WidgetOptions } from './options.ts'
import { startWidget } from './start.ts'

export type * from '@touchstone/recorder'
export type { Emitter, Events } from './events.ts'
export type { Widget, WidgetOptions } from './options.ts'
export type { PanelWords } from './panel/words.ts'
export type { PictureWords } from './picture/words.ts'
export type * from './report.ts'
export type { Words } from './words.ts'
export type { Theme } from './zone.ts'

export const createWidget = (options: WidgetOptions): Widget =>
  startWidget(options, {
    surface: () => import('./surface.ts'),
    panel: () => import('./panel/index.ts'),
    picture: () => import('./picture/index.ts'),
  })
