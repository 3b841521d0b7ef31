import { Link } from '@tanstack/react-router'
import { Markdown } from '#/ui/markdown/Markdown'

const NONE: string[] = []

interface Props {
  text: string
  /** The names in it that exist, in small letters. Only these become links. */
  names?: string[] | undefined
}

/** What a user wrote, with people and issues linked. */
export function Written({ text, names = NONE }: Props) {
  return <Markdown text={text} linked={mention => linked(mention, names)} />
}

function linked(mention: string, names: string[]) {
  const name = mention.slice(1)
  if (mention.startsWith('@'))
    return !names.includes(name.toLowerCase()) ? (
      mention
    ) : (
      <Link to="/u/$username" params={{ username: name }}>
        {mention}
      </Link>
    )
  return (
    <Link to="/issues/$number" params={{ number: name }}>
      {mention}
    </Link>
  )
}
