import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { programmeQuery } from '#/entities/programme/queries'
import { button } from '#/ui/Button'

/** To the product under test, if an administrator has said where it is. */
export function ProductLink() {
  const { t } = useLingui()
  const { data } = useQuery(programmeQuery)
  const url = data?.product.url
  if (!url) return null
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={t`Open ${data.product.name}`}
      className={button({ kind: 'ghost' })}
    >
      <ExternalLink size={14} strokeWidth={1.9} aria-hidden />
      <span className="max-md:hidden">{t`Open ${data.product.name}`}</span>
    </a>
  )
}
