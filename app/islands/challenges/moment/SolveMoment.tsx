import { Pennant } from '~/app/components/game/Pennant'
import { RankChange } from '~/app/components/game/RankChange'
import { CheckIcon } from '~/app/components/icons'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { fromWire } from '~/scoring/rules'
import { useNumber } from '../words'
import { FirstBlood } from './FirstBlood'
import type { SolveMomentProps } from './use-moment'

export function SolveMoment(props: SolveMomentProps) {
  const { kind } = props.moment
  if (kind === 'scene') return <FirstBlood {...props} />
  return kind === 'ribbon' ? <Ribbon {...props} /> : <Band {...props} />
}

/** A first blood whose scene is over, or was a team-mate's. */
function Ribbon({ moment }: SolveMomentProps) {
  const t = useText()
  const { clock } = useFormat()
  const { userName, time } = moment.solve
  return (
    <p className="blood-ribbon">
      <Pennant blood={1} />
      <b>{t('challenges:blood.1')}</b>
      <span className="truncate muted">
        {userName !== null && <bdi>{userName} · </bdi>}
        {clock(new Date(fromWire(time)))} UTC
      </span>
      <button type="button" className="link push js-only" onClick={moment.toggle}>
        {t('challenges:moment.again')}
      </button>
    </p>
  )
}

function Band({ moment: { kind, solve, before }, challenge, teams, rank }: SolveMomentProps) {
  const t = useText()
  const number = useNumber()
  const { clock } = useFormat()
  const { title } = challenge
  const who = solve.userName ?? ''
  return (
    <div className={kind === 'mate' ? 'got mate' : 'got'} role={kind === 'mate' ? 'status' : undefined}>
      <span className="tick">
        <CheckIcon />
      </span>
      <div>
        <h3>
          {kind === 'mate' && who !== ''
            ? t('news:mate.solved', { user: who, title })
            : t('challenges:moment.right', { title })}
        </h3>
        <p>
          {t('challenges:moment.solve', {
            n: number(challenge.solved),
            teams: number(teams),
            time: clock(new Date(fromWire(solve.time)))
          })}
        </p>
      </div>
      <div className="gain">
        <b>+{number(solve.score)}</b>
        <Move before={before} rank={rank} />
      </div>
    </div>
  )
}

/** The team's rank, and the one before; nothing until the board has the solve. */
function Move({ before, rank }: { before: number | null; rank: number | null }) {
  const t = useText()
  const number = useNumber()
  if (rank === null) return null
  return (
    <span>
      {t('challenges:moment.rank', { rank: number(rank) })}{' '}
      <RankChange places={before === null ? null : before - rank} />
    </span>
  )
}
