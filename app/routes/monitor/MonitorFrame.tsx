import type { ReactNode } from 'react'
import { type BarGame, GameBar } from '~/app/components/game/GameBar'
import {
  ActivityIcon,
  DownloadIcon,
  FlagIcon,
  type Icon,
  InboxIcon,
  ListIcon,
  NetworkIcon,
  ScanEyeIcon,
  StarIcon
} from '~/app/components/icons'
import { Main } from '~/app/components/shell/Main'
import { ScaleIcon } from '~/app/components/staff-icons'
import { useText } from '~/app/islands/runtime/words/text'
import { type ShellData, useShell } from '~/app/request/page/shell'
import type { GameAction } from '~/server/access/constants'
import { mayIn, reaches } from '~/server/access/contract'

export type MonitorTab =
  | 'Watch'
  | 'Events'
  | 'Submissions'
  | 'CheatInfo'
  | 'Cases'
  | 'Help'
  | 'Feedback'
  | 'Traffic'

/** Null: for monitors of the platform. */
const TABS: [MonitorTab, Icon, GameAction | null][] = [
  ['Watch', ActivityIcon, 'watch'],
  ['Events', ListIcon, 'watch'],
  ['Submissions', FlagIcon, 'watch'],
  ['CheatInfo', ScanEyeIcon, 'watch'],
  ['Cases', ScaleIcon, 'cases'],
  ['Help', InboxIcon, 'tickets'],
  ['Feedback', StarIcon, 'feedback'],
  ['Traffic', NetworkIcon, null]
]

const mayOpen = (viewer: ShellData['viewer'] | undefined, gameId: number, act: GameAction | null) =>
  viewer != null && (act ? mayIn(viewer, gameId, act) : reaches(viewer.role, 'Monitor'))

type Counts = Record<'CheatInfo' | 'Cases' | 'Help', number>

const counted = (tab: MonitorTab, counts: Counts) => (tab in counts ? counts[tab as keyof Counts] : 0)

interface MonitorFrameProps {
  game: BarGame
  tab: MonitorTab
  /** Matches between teams so far, cases to be worked on, and tickets that wait for an answer. */
  counts: Counts
  /** Unix milliseconds of the request. */
  now: number
  children: ReactNode
}

export function MonitorFrame({ game, tab, counts, now, children }: MonitorFrameProps) {
  const t = useText()
  const viewer = useShell()?.viewer
  const tabs = TABS.filter(
    ([one, , act]) => mayOpen(viewer, game.id, act) && (one !== 'Feedback' || tab === one)
  )
  return (
    <>
      <GameBar game={game} current="monitor" now={now} />
      <Main className="wide">
        <div className="page-head monitor-head">
          <h1 className="sr">{t(`monitor:tab.${tab}`)}</h1>
          <nav className="segmented" aria-label={t('monitor:title')}>
            {tabs.map(([one, Mark]) => (
              <a
                key={one}
                href={`/games/${game.id}/monitor/${one}`}
                aria-current={one === tab ? 'page' : undefined}
              >
                <Mark className="i14" />
                {t(`monitor:tab.${one}`)}
                {counted(one, counts) > 0 && <span className="badge bad">{counted(one, counts)}</span>}
              </a>
            ))}
          </nav>
          {mayOpen(viewer, game.id, 'watch') && (
            <div className="actions">
              <Sheet href={`/api/game/${game.id}/submissionsheet`}>{t('monitor:sheet_of.submissions')}</Sheet>
              <Sheet href={`/api/game/${game.id}/scoreboardsheet`}>{t('monitor:sheet_of.board')}</Sheet>
            </div>
          )}
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
