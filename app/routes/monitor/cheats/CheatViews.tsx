import { useText } from '~/app/i18n/text'

type CheatView = 'matches' | 'table' | 'signals'

const VIEWS: [CheatView, string][] = [
  ['matches', 'CheatInfo'],
  ['table', 'CheatInfo?view=table'],
  ['signals', 'Signals']
]

export function CheatViews({ gameId, current }: { gameId: number; current: CheatView }) {
  const t = useText()
  return (
    <nav className="segmented mt" aria-label={t('monitor:cheat.view')}>
      {VIEWS.map(([view, path]) => (
        <a
          key={view}
          href={`/games/${gameId}/monitor/${path}`}
          aria-current={view === current ? 'true' : undefined}
        >
          {t(`monitor:cheat.${view}`)}
        </a>
      ))}
    </nav>
  )
}
