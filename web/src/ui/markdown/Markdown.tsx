import type { PhrasingContent, RootContent, TableRow } from 'mdast'
import { Fragment, type ReactNode } from 'react'
import { readMarkdown } from '#/ui/markdown/read-markdown'
import { safeAddress } from '#/ui/markdown/safe-address'

interface Props {
  text: string
  /** Makes a link of `@rin` and `#412`; without it they stay words. */
  linked?: (mention: string) => ReactNode
  /** The text is a page: its headings are headings, below that of the page. */
  headings?: boolean
}

/**
 * What a user wrote, as elements.
 *
 * The tree is turned into elements one by one, from a closed list: HTML in the text stays text, pictures from elsewhere
 * become links, and no text is ever read as HTML.
 */
export function Markdown({ text, linked, headings = false }: Props) {
  return (
    <div className="prose grid max-w-[72ch] min-w-0 gap-2.5 text-14 text-ink-2 [overflow-wrap:anywhere] [&_a]:underline [&_a]:underline-offset-2">
      <Parts of={readMarkdown(text).children} linked={linked} headings={headings} depth={0} />
    </div>
  )
}

interface PartsProps {
  of: readonly (RootContent | PhrasingContent)[]
  linked: Props['linked']
  headings: boolean
  depth: number
}

// No real text quotes a quote twenty times. If one does, it must not break the page.
const DEEPEST = 20

function Parts({ of, depth, ...rest }: PartsProps) {
  if (depth > DEEPEST) return '…'
  return of.map((node, order) => <Part key={order} node={node} depth={depth} {...rest} />)
}

type PartProps = Omit<PartsProps, 'of'> & { node: RootContent }

function Part({ node, linked, headings, depth }: PartProps): ReactNode {
  const inner = (children: PartsProps['of']) => (
    <Parts of={children} linked={linked} headings={headings} depth={depth + 1} />
  )
  switch (node.type) {
    case 'text':
      return <Mentions text={node.value} linked={linked} />
    case 'paragraph':
      return <p>{inner(node.children)}</p>
    case 'strong':
      return <strong className="font-semibold text-ink">{inner(node.children)}</strong>
    case 'emphasis':
      return <em>{inner(node.children)}</em>
    case 'delete':
      return <del>{inner(node.children)}</del>
    case 'inlineCode':
      return <code className="rounded-1 bg-raised px-1 py-px font-mono text-[.9em]">{node.value}</code>
    case 'code':
      return (
        <pre
          tabIndex={0}
          className="overflow-x-auto rounded-2 border border-line-faint bg-sunken px-3 py-2 font-mono text-12"
        >
          <code>{node.value}</code>
        </pre>
      )
    case 'heading':
      // The headings of a page are its own; those of a report are only loud.
      if (headings && depth === 0) return <Heading level={node.depth}>{inner(node.children)}</Heading>
      return <p className="font-semibold text-ink">{inner(node.children)}</p>
    case 'break':
      return <br />
    case 'thematicBreak':
      return <hr className="border-line" />
    case 'blockquote':
      return (
        <blockquote className="grid gap-2 border-l-2 border-line-strong pl-3">
          {inner(node.children)}
        </blockquote>
      )
    case 'list':
      return node.ordered ? (
        <ol start={node.start ?? 1} className="grid list-decimal gap-1 pl-6">
          {inner(node.children)}
        </ol>
      ) : (
        <ul className="grid list-disc gap-1 pl-6">{inner(node.children)}</ul>
      )
    case 'listItem':
      return (
        <li className="marker:text-ink-3">
          {typeof node.checked === 'boolean' && (
            <span className="mr-1.5 font-mono text-12">{node.checked ? '[x]' : '[ ]'}</span>
          )}
          {inner(node.children)}
        </li>
      )
    case 'link':
      return <Outside address={node.url}>{inner(node.children)}</Outside>
    case 'image':
      return <Outside address={node.url}>{node.alt || node.url}</Outside>
    case 'table':
      return <Grid rows={node.children} linked={linked} headings={headings} depth={depth} />
    case 'html':
      return node.value
    default:
      return null
  }
}

/** A heading of a text that is a page. The page has the first level itself. */
function Heading({ level, children }: { level: number; children: ReactNode }) {
  const Tag = level <= 2 ? 'h2' : 'h3'
  return <Tag className={level <= 2 ? 'mt-3 text-16 text-ink' : 'mt-1 text-14 text-ink'}>{children}</Tag>
}

/** A link that leads away. What is no web address stays words. */
function Outside({ address, children }: { address: string; children: ReactNode }) {
  const safe = safeAddress(address)
  if (!safe) return children
  return (
    <a href={safe} rel="noopener noreferrer nofollow ugc" target="_blank">
      {children}
    </a>
  )
}

function Grid({ rows, ...rest }: Omit<PartsProps, 'of'> & { rows: TableRow[] }) {
  const [head, ...body] = rows
  const cell = 'border-b border-line-faint px-3 py-1 text-left align-top first:pl-0'
  return (
    <div className="overflow-x-auto" tabIndex={0} role="group">
      <table className="border-collapse text-13">
        <thead>
          <tr>
            {head?.children.map((part, order) => (
              <th key={order} scope="col" className={`${cell} font-medium text-ink`}>
                <Parts of={part.children} {...rest} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map((row, line) => (
            <tr key={line}>
              {row.children.map((part, order) => (
                <td key={order} className={cell}>
                  <Parts of={part.children} {...rest} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const MENTION = /(?<![\w/@#])([@][A-Za-z0-9_.-]{3,32}|#\d{1,9})(?!\w)/g

function Mentions({ text, linked }: { text: string; linked: Props['linked'] }) {
  if (!linked) return text
  return text
    .split(MENTION)
    .map((part, order) => <Fragment key={order}>{order % 2 === 1 ? linked(part) : part}</Fragment>)
}
