import { useText } from '~/app/i18n/text'
import { useGameSocket } from '../runtime/socket'
import type { OwnStanding } from './standing-change'
import { LONG } from './stay'
import { ToastStack } from './ToastStack'
import { useNotices } from './use-notices'
import { useRenewal, useStanding } from './use-standing'
import { useToasts } from './use-toasts'
import { type NewsItem, newsToast } from './words'

interface NewsGame {
  id: number
  /** Null on the game's own pages. */
  title: string | null
  /** The standing on the page; null when it shows none. */
  own: OwnStanding | null
}

/** Toasts of the games' events, for pages without another socket. */
export function News({ games }: { games: NewsGame[] }) {
  const t = useText()
  const { toasts, show, dismiss } = useToasts<NewsItem>()
  const renew = useRenewal()
  return (
    <>
      <ToastStack toasts={toasts.map((one) => newsToast(t, one))} onDismiss={dismiss} />
      {games.map((game) => (
        <Listening key={game.id} game={game} show={show} renew={renew} />
      ))}
    </>
  )
}

interface ListeningProps {
  game: NewsGame
  show(item: NewsItem, stay: number | null): void
  renew(): void
}

function Listening({ game: { id, title, own }, show, renew }: ListeningProps) {
  const named = title === null ? {} : { game: { id, title } }
  const standing = useStanding(own, (change) => {
    show({ id: `s${id}`, kind: 'standing', change, ...named }, null)
    renew()
  })
  const { connection } = useGameSocket({
    game: id,
    newsOnly: true,
    on: {
      standing,
      notice: (notice) => void onNotice(notice),
      teamSolve: (solve) => show({ id: `m${solve.challenge}`, kind: 'mate', solve, ...named }, LONG)
    }
  })
  const onNotice = useNotices(id, connection, (notice) =>
    show({ id: `n${notice.id}`, kind: 'notice', notice, ...named }, LONG)
  )
  return null
}
