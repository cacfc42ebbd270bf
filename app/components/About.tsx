import type { ReactNode } from 'react'
import { useFormat } from '~/app/i18n/format'
import { ExternalLinkIcon, FlagIcon, UsersIcon } from './icons'
import { WebLink } from './WebLink'

interface AboutProps {
  of: { affiliation: string | null; country: string | null; website: string | null }
  /** Further items of the list. */
  children?: ReactNode
}

/** The facts that people and teams show about themselves (docs/rules/players.md#fields). */
export function About({ of: { affiliation, country, website }, children }: AboutProps) {
  const format = useFormat()
  if (!affiliation && !country && !website && !children) return null
  return (
    <ul className="about-list">
      {affiliation && (
        <li>
          <UsersIcon className="i12" />
          <bdi>{affiliation}</bdi>
        </li>
      )}
      {country && (
        <li>
          <FlagIcon className="i12" />
          {format.country(country)}
        </li>
      )}
      {website && (
        <li>
          <ExternalLinkIcon className="i12" />
          <WebLink href={website} />
        </li>
      )}
      {children}
    </ul>
  )
}
