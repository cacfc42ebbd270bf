import type { ReactNode } from 'react'
import { Badge } from '~/app/components/Badge'
import { BanIcon, CircleCheckIcon, CircleXIcon, HourglassIcon } from '~/app/components/icons'
import { richText } from '~/app/components/markdown/richText'
import { useText } from '~/app/i18n/text'
import type { GameView, StoredStatus } from '~/server/games/contract'
import { Names } from './Names'

export type Game = Omit<GameView, 'content'>

type Step = 'done' | 'now' | 'bad' | 'later'

interface StepsProps {
  signup: Step
  /** Null if registrations are not reviewed. */
  review: Step | null
  play: Step
}

export function NextSteps({ signup, review, play }: StepsProps) {
  const t = useText()
  const steps = Object.entries({ signup, review, play }).filter(([, state]) => state !== null)
  return (
    <ol className="stepper" aria-label={t('games:join.steps')}>
      {steps.map(([name, state]) => (
        <li
          key={name}
          data-state={state === 'done' || state === 'bad' ? state : undefined}
          aria-current={state === 'now' ? 'step' : undefined}
        >
          {t(`games:join.step_${name}`)}
        </li>
      ))}
    </ol>
  )
}

const MARKS = {
  Pending: ['warn', HourglassIcon],
  Accepted: ['ok', CircleCheckIcon],
  Rejected: ['bad', CircleXIcon],
  Suspended: ['bad', BanIcon]
} as const

interface StandingProps {
  game: Game
  status: StoredStatus
  players: string[]
  children: ReactNode
}

export function OwnParticipation({ game, status, players, children }: StandingProps) {
  const t = useText()
  const [tone, icon] = MARKS[status]
  const team = <bdi>{game.teamName}</bdi>
  const key = game.organization ? 'games:state.who_division' : 'games:state.who'
  return (
    <>
      <Badge tone={tone} icon={icon}>
        {t(`games:state.${status}`)}
      </Badge>
      <p>
        <b>{richText(t, key, { team, division: <bdi>{game.organization}</bdi> })}</b>
      </p>
      <p className="muted">{children}</p>
      <div className="small">
        <p>{richText(t, 'games:state.players', { names: <Names of={players} /> })}</p>
        {game.limit !== 1 && <p className="muted">{t('games:state.players_hint')}</p>}
      </div>
    </>
  )
}
