import type { Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'

const extensions = [gfm()]
const mdastExtensions = [gfmFromMarkdown()]

/** The tree of a text. Any text has one. */
export const readMarkdown = (text: string): Root => fromMarkdown(text, { extensions, mdastExtensions })
