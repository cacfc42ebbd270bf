import { Badge } from '~/app/components/Badge'
import { sizeKey } from '~/app/components/game/GameRow'
import { Poster } from '~/app/components/game/Poster'
import { elapsed, type Phase, phaseKey, phaseOf, Timebar } from '~/app/components/game/Timebar'
import {
  FileTextIcon,
  HistoryIcon,
  type Icon,
  KeyRoundIcon,
  LockIcon,
  UsersIcon
} from '~/app/components/icons'
import { useFormat } from '~/app/islands/runtime/words/format'
import { useText } from '~/app/islands/runtime/words/text'
import { pauseAt } from '~/server/games/constants'
import type { GameView } from '~/server/games/contract'

interface GameHeadProps {
  game: Omit<GameView, 'content'>
  now: number
}

export function GameHead({ game, now }: GameHeadProps) {
  const t = useText()
  const { moment } = useFormat()
  const [start, end] = [Date.parse(game.start), Date.parse(game.end)]
  const time = (at: number, zone = '') => (
    <time dateTime={new Date(at).toISOString()}>
      {moment(new Date(at))}
      {zone}
    </time>
  )
  return (
    <div className="game-top">
      <Poster title={game.title} url={game.poster} />
      <div className="game-h">
        <Tags game={game} phase={phaseOf(start, end, now)} paused={pauseAt(game.pause, now) !== null} />
        <h1>
          <bdi>{game.title}</bdi>
        </h1>
        {game.summary && <p>{game.summary}</p>}
        <Timebar
          start={start}
          end={end}
          now={now}
          label={t('games:bar.elapsed', { percent: elapsed(start, end, now) })}
          ends={[time(start), time(end, ' UTC')]}
        />
      </div>
    </div>
  )
}

const TONES = { upcoming: 'info', running: 'accent', 'last-hour': 'warn', ended: 'outline' } as const

function Tag({ icon: Mark, children }: { icon: Icon; children: string }) {
  return (
    <span className="tag">
      <Mark className="i12" />
      {children}
    </span>
  )
}

interface TagsProps extends Pick<GameHeadProps, 'game'> {
  phase: Phase
  paused: boolean
}

function Tags({ game, phase, paused }: TagsProps) {
  const t = useText()
  const divisions = game.organizations?.length ?? 0
  return (
    <div className="row">
      <Badge tone={paused ? 'warn' : TONES[phase]} dot>
        {t(paused ? 'games:pause.phase' : phaseKey(phase, game.practiceMode))}
      </Badge>
      {game.hidden && (
        <Badge tone="warn" icon={LockIcon}>
          {t('games:tag.hidden')}
        </Badge>
      )}
      <Tag icon={UsersIcon}>{t(sizeKey(game.limit), { count: game.limit })}</Tag>
      {divisions > 0 && <Tag icon={UsersIcon}>{t('games:tag.divisions', { count: divisions })}</Tag>}
      {game.inviteCodeRequired && <Tag icon={KeyRoundIcon}>{t('games:tag.invited')}</Tag>}
      {game.writeupRequired && <Tag icon={FileTextIcon}>{t('games:tag.writeup')}</Tag>}
      {game.practiceMode && phase !== 'ended' && <Tag icon={HistoryIcon}>{t('games:tag.practice')}</Tag>}
    </div>
  )
}
