import { Link } from '@tanstack/react-router'
import { Markdown } from '#/ui/markdown/Markdown'

/** What a user wrote, with people and issues linked. */
export function Written({ text }: { text: string }) {
  return <Markdown text={text} linked={linked} />
}

function linked(mention: string) {
  const name = mention.slice(1)
  if (mention.startsWith('@'))
    return (
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
