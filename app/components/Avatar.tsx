import { flagLetter, flagOf } from './signal-flags'

interface AvatarProps {
  name: string
  /** Address of the uploaded image; null shows the flag. */
  url?: string | null
  size?: 's16' | 's24' | 's32' | 's40' | 's72'
  round?: boolean
}

/** Picture of a team, player or game. Decoration: the name stands beside it. */
export function Avatar({ name, url, size, round }: AvatarProps) {
  const className = ['avatar', size, round && 'round'].filter(Boolean).join(' ')
  return (
    <span className={className} aria-hidden="true">
      {url ? (
        <img src={url} alt="" loading="lazy" />
      ) : (
        <svg viewBox="0 0 20 20" aria-hidden="true">
          {flagOf(flagLetter(name))}
        </svg>
      )}
    </span>
  )
}
