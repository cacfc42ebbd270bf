import { useText } from '~/app/i18n/text'
import { BellIcon } from '../icons'

interface BellProps {
  game: number
  /** The page is the one that the bell leads to. */
  current?: boolean
}

/** Leads to the notices of a game; where a page is live, it counts the unread ones and opens the drawer (islands/notices). */
export function Bell({ game, current = false }: BellProps) {
  const t = useText()
  const label = t('challenges:notices.title')
  return (
    <a
      className="btn ghost sm icon-only bell"
      href={`/games/${game}/Notices`}
      title={label}
      aria-label={label}
      aria-current={current ? 'page' : undefined}
      data-bell={game}
      data-words={t('games:notices.unread', { n: '{{n}}' })}
    >
      <BellIcon />
      <span className="bell-n" aria-hidden="true" hidden />
    </a>
  )
}
