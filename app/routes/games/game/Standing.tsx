import type { ReactNode } from 'react'
import { Badge } from '~/app/components/Badge'
import { BanIcon, CircleCheckIcon, CircleXIcon, HourglassIcon } from '~/app/components/icons'
import { rich } from '~/app/components/rich'
import { useText } from '~/app/islands/runtime/text'
import type { GameView, StoredStatus } from '~/server/games/contract'

/** A game as its page shows it; the text comes rendered, beside it. */
export type Game = Omit<GameView, 'content'>

/** The frame of the join panel. */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="panel state-panel sticky" aria-labelledby="join-h">
      <header>
        <h2 id="join-h">{title}</h2>
      </header>
      <div className="panel-body">{children}</div>
    </section>
  )
}

type Step = 'done' | 'now' | 'bad' | 'later'

/** Sign up, review, play. */
export function Steps({ at }: { at: [signUp: Step, review: Step, play: Step] }) {
  const t = useText()
  return (
    <ol className="stepper" aria-label={t('games:join.steps')}>
      {(['signup', 'review', 'play'] as const).map((name, index) => (
        <li
          key={name}
          data-state={at[index] === 'done' || at[index] === 'bad' ? at[index] : undefined}
          aria-current={at[index] === 'now' ? 'step' : undefined}
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

/** Badge of the registration, team and division, and what it means. */
export function Standing({
  game,
  status,
  children
}: {
  game: Game
  status: StoredStatus
  children: ReactNode
}) {
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
        <b>{rich(t, key, { team, division: <bdi>{game.organization}</bdi> })}</b>
      </p>
      <p className="muted">{children}</p>
    </>
  )
}
