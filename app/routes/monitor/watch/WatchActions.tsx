import { Avatar } from '~/app/components/Avatar'
import { MegaphoneIcon, MonitorIcon, PauseIcon, PlayIcon } from '~/app/components/icons'
import { useText } from '~/app/i18n/text'
import type { Watch } from '~/server/watch/contract'

interface WatchActionsProps {
  gameId: number
  here: Watch['here']
  /** The reader may write to teams. */
  mayWrite: boolean
  /** The page on which the reader can pause the game; null without the right, and while the game does not run. */
  pause: string | null
  isPaused: boolean
  isWall: boolean
}

/** Staff on the platform, a message to all teams, and the watch without its lists, enlarged for a wall. */
export function WatchActions({ gameId, here, mayWrite, pause, isPaused, isWall }: WatchActionsProps) {
  const t = useText()
  const watch = `/games/${gameId}/monitor/Watch`
  return (
    <>
      <span className="watch-here" data-fresh="here" title={here.rows.map(({ name }) => name).join(', ')}>
        {here.rows.map(({ name, avatar }) => (
          <Avatar key={name} name={name} url={avatar} size="s24" round />
        ))}
        <span className="small muted">{t('gamewatch:here', { count: here.total })}</span>
        <span className="sr">: {here.rows.map(({ name }) => name).join(', ')}</span>
      </span>
      {mayWrite && !isWall && (
        <a className="btn sm" href={`/games/${gameId}/monitor/Help/Message?to=all`}>
          <MegaphoneIcon />
          {t('gamewatch:message')}
        </a>
      )}
      {pause && !isWall && (
        <span className="contents" data-fresh="pause">
          <a className="btn sm" href={pause}>
            {isPaused ? <PlayIcon /> : <PauseIcon />}
            {t(isPaused ? 'admin:pause.title_resume' : 'admin:pause.title')}
          </a>
        </span>
      )}
      <a className="btn sm" href={isWall ? watch : `${watch}?view=wall`}>
        <MonitorIcon />
        {t(isWall ? 'gamewatch:wall_off' : 'gamewatch:wall')}
      </a>
    </>
  )
}
