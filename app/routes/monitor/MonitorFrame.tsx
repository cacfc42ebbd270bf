import type { ReactNode } from 'react'
import { type BarGame, GameBar } from '~/app/components/game/GameBar'
import {
  ActivityIcon,
  DownloadIcon,
  FlagIcon,
  type Icon,
  ListIcon,
  NetworkIcon,
  ScaleIcon,
  ScanEyeIcon
} from '~/app/components/icons'
import { Main } from '~/app/components/shell/Main'
import { useText } from '~/app/islands/runtime/words/text'

export type MonitorTab = 'Watch' | 'Events' | 'Submissions' | 'CheatInfo' | 'Cases' | 'Traffic'

const TABS: [MonitorTab, Icon][] = [
  ['Watch', ActivityIcon],
  ['Events', ListIcon],
  ['Submissions', FlagIcon],
  ['CheatInfo', ScanEyeIcon],
  ['Cases', ScaleIcon],
  ['Traffic', NetworkIcon]
]

interface MonitorFrameProps {
  game: BarGame
  tab: MonitorTab
  counts: { CheatInfo: number; Cases: number }
  now: number
  children: ReactNode
}

export function MonitorFrame({ game, tab, counts, now, children }: MonitorFrameProps) {
  const t = useText()
  return (
    <>
      <GameBar game={game} current="monitor" now={now} />
      <Main className="wide">
        <div className="page-head monitor-head">
          <h1 className="sr">{t(`monitor:tab.${tab}`)}</h1>
          <nav className="segmented" aria-label={t('monitor:title')}>
            {TABS.map(([one, Mark]) => (
              <a
                key={one}
                href={`/games/${game.id}/monitor/${one}`}
                aria-current={one === tab ? 'page' : undefined}
              >
                <Mark className="i14" />
                {t(`monitor:tab.${one}`)}
                {(one === 'CheatInfo' || one === 'Cases') && counts[one] > 0 && (
                  <span className="badge bad">{counts[one]}</span>
                )}
              </a>
            ))}
          </nav>
          <div className="actions">
            <Sheet href={`/api/game/${game.id}/submissionsheet`}>{t('monitor:sheet_of.submissions')}</Sheet>
            <Sheet href={`/api/game/${game.id}/scoreboardsheet`}>{t('monitor:sheet_of.board')}</Sheet>
          </div>
        </div>
        {children}
      </Main>
    </>
  )
}

function Sheet({ href, children }: { href: string; children: string }) {
  return (
    <a className="btn sm" href={href} download>
      <DownloadIcon />
      {children}
    </a>
  )
}
