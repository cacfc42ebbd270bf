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
  ScaleIcon,
  ScanEyeIcon,
  StarIcon,
  WrenchIcon
} from '~/app/components/icons'
import { Main } from '~/app/components/shell/Main'
import { useText } from '~/app/i18n/text'
import { type ShellData, useShell } from '~/app/request/page/shell'
import type { GameAction } from '~/server/access/constants'
import { hasRole, mayIn } from '~/server/access/contract'
import { SHEET_FORMATS } from '~/server/platform/sheets/constants'

export type MonitorTab =
  | 'Watch'
  | 'Events'
  | 'Submissions'
  | 'CheatInfo'
  | 'Cases'
  | 'Help'
  | 'Feedback'
  | 'Blocks'
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
  ['Blocks', WrenchIcon, 'blocks'],
  ['Traffic', NetworkIcon, null]
]

const mayOpen = (viewer: ShellData['viewer'] | undefined, gameId: number, act: GameAction | null) =>
  viewer != null && (act ? mayIn(viewer, gameId, act) : hasRole(viewer.role, 'Monitor'))

type Counts = Record<'CheatInfo' | 'Cases' | 'Help', number>

const counted = (tab: MonitorTab, counts: Counts) => (tab in counts ? counts[tab as keyof Counts] : 0)

interface MonitorFrameProps {
  game: BarGame
  tab: MonitorTab
  /** Matches between teams so far, cases to be worked on, and tickets that wait for an answer. */
  counts: Counts
  /** Unix milliseconds of the request. */
  now: number
  /** Beside the tabs, before the downloads. */
  actions?: ReactNode
  /** On a wall nobody goes to another page: only the game's clock and the actions stay. */
  isWall?: boolean
  children: ReactNode
}

export function MonitorFrame({ game, tab, counts, now, actions, isWall, children }: MonitorFrameProps) {
  const t = useText()
  const viewer = useShell()?.viewer
  return (
    <>
      <GameBar game={game} current="monitor" now={now} />
      <Main className="wide">
        <div className="page-head monitor-head">
          <h1 className="sr">{t(`monitor:tab.${tab}`)}</h1>
          {!isWall && <Tabs gameId={game.id} tab={tab} counts={counts} />}
          {mayOpen(viewer, game.id, 'watch') && (
            <div className="actions">
              {actions}
              {!isWall && <Sheets gameId={game.id} />}
            </div>
          )}
        </div>
        {children}
      </Main>
    </>
  )
}

interface TabsProps extends Pick<MonitorFrameProps, 'tab' | 'counts'> {
  gameId: number
}

function Tabs({ gameId, tab, counts }: TabsProps) {
  const t = useText()
  const viewer = useShell()?.viewer
  const tabs = TABS.filter(
    ([one, , act]) => mayOpen(viewer, gameId, act) && (one !== 'Feedback' || tab === one)
  )
  return (
    <nav className="segmented" aria-label={t('monitor:title')}>
      {tabs.map(([one, Mark]) => (
        <a key={one} href={`/games/${gameId}/monitor/${one}`} aria-current={one === tab ? 'page' : undefined}>
          <Mark className="i14" />
          {t(`monitor:tab.${one}`)}
          {counted(one, counts) > 0 && <span className="badge bad">{counted(one, counts)}</span>}
        </a>
      ))}
    </nav>
  )
}

const SHEETS = [
  ['submissions', 'submissionsheet'],
  ['board', 'scoreboardsheet']
] as const

function Sheets({ gameId }: { gameId: number }) {
  const t = useText()
  return (
    <details className="disclosure-menu">
      <summary className="btn sm">
        <DownloadIcon />
        {t('users:download')}
      </summary>
      <div className="popover">
        <div className="menu">
          {SHEETS.flatMap(([name, call]) =>
            SHEET_FORMATS.map((format) => (
              <a key={name + format} href={`/api/game/${gameId}/${call}?format=${format}`} download>
                {t(`monitor:sheet_of.${name}`, { format: format.toUpperCase() })}
              </a>
            ))
          )}
        </div>
      </div>
    </details>
  )
}
