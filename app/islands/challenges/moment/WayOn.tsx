import type { MouseEvent } from 'react'
import { Category } from '~/app/components/game/Category'
import { useText } from '~/app/i18n/text'
import { isPlain } from '~/app/islands/runtime/is-plain'
import type { BoardChallenge } from '~/scoring/rules'
import type { Won } from '../board/arrange'
import { usePage } from '../page'
import { hrefOf } from '../query'
import { useNumber } from '../words'
import type { SolveMomentState } from './use-moment'

const OFFERED = 2

/** Challenges that the team can answer and that most other teams have solved. */
export function withinReach(
  challenges: readonly BoardChallenge[],
  won: Won,
  answerable: readonly number[]
): BoardChallenge[] {
  return challenges
    .filter(({ id, labels }) => answerable.includes(id) && !won.has(id) && !labels?.blocked)
    .sort((a, b) => b.solved - a.solved || a.score - b.score || a.id - b.id)
    .slice(0, OFFERED)
}

/** Leaves the dialog without the parameters of a form, which ends the scene. */
function useEnd(moment: SolveMomentState) {
  const { gameId, query } = usePage()
  return {
    href: hrefOf(gameId, { ...query, submission: null }),
    onClick(event: MouseEvent) {
      if (!isPlain(event)) return
      event.preventDefault()
      moment.toggle()
    }
  }
}

interface WayOnProps {
  moment: SolveMomentState
  next: readonly BoardChallenge[]
}

export function WayOn({ moment, next }: WayOnProps) {
  const t = useText()
  const number = useNumber()
  const { gameId, query, link } = usePage()
  const end = useEnd(moment)
  return (
    <div className="ways">
      {moment.kind === 'scene' ? (
        <>
          <a className="link small" {...end}>
            {t('challenges:moment.end')}
          </a>
          <a className="btn push" href={`/games/${gameId}/Scoreboard`}>
            {t('challenges:moment.scoreboard')}
          </a>
        </>
      ) : (
        next.length > 0 && (
          <>
            <span className="muted small">{t('challenges:moment.next')}</span>
            {next.map(({ id, title, category, score }) => (
              <a
                key={id}
                className="btn sm"
                {...link({ ...query, open: id, part: 'text', page: 1, submission: null })}
              >
                <Category category={category} />
                <bdi className="truncate">{title}</bdi>
                <span className="muted">{number(score)}</span>
              </a>
            ))}
          </>
        )
      )}
      <a
        className={moment.kind === 'scene' ? 'btn primary way-on' : 'btn primary push way-on'}
        {...link({ ...query, open: null, submission: null })}
      >
        {t('challenges:moment.board')}
      </a>
    </div>
  )
}
