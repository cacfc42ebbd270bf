import { Avatar } from '~/app/components/Avatar'
import { CategoryIcon, categoryKey } from '~/app/components/game/Category'
import { Countdown } from '~/app/components/game/Countdown'
import { WrenchIcon } from '~/app/components/icons'
import { Meter } from '~/app/components/Meter'
import { Moment } from '~/app/components/Moment'
import { useFormat } from '~/app/i18n/format'
import { type Text, useText } from '~/app/i18n/text'
import { categoryName, shownCategory } from '~/server/categories/constants'
import type { EndReason, InstanceRow, InstanceState, StartError } from '~/server/instances/contract'
import type { Lease } from './lease'
import { appearanceOf, STATE_LOOKS } from './words'

export function StateMark({ state }: { state: InstanceState }) {
  const t = useText()
  const { tone, icon: Sign } = STATE_LOOKS[state]
  return (
    <span className={`st8 ${tone}`}>
      <Sign />
      {t(`engines:state.${state}`)}
    </span>
  )
}

export function ReasonMark({ reason, error }: { reason: EndReason | null; error: StartError | null }) {
  const t = useText()
  const { tone, icon: Sign } = appearanceOf(reason)
  return (
    <span className={`st8 ${tone}`}>
      <Sign />
      <span>
        {reason ? t(`instances:reason.${reason}`) : t('engines:state.ended')}
        {error && <span className="sub">{t(`instances:error.${error}`)}</span>}
      </span>
    </span>
  )
}

/** Of an instance that is no team's. */
export const testName = ({ kind, requestedBy }: InstanceRow, t: Text) =>
  kind === 'check'
    ? t('checks:title_short')
    : requestedBy
      ? t('engines:test_of', { name: requestedBy })
      : t('engines:test')

export function TeamName({ row }: { row: InstanceRow }) {
  const { kind, team } = row
  const t = useText()
  if (kind !== 'team')
    return (
      <span className="row-tight">
        <WrenchIcon className="i14" />
        <span className="truncate">{testName(row, t)}</span>
      </span>
    )
  if (!team) return <span className="faint">{t('engines:gone')}</span>
  return (
    <a className="tm-link row-tight" href={`/admin/Teams?team=${team.id}`}>
      <Avatar name={team.name} url={team.avatar} size="s16" />
      <bdi className="truncate">{team.name}</bdi>
    </a>
  )
}

export function ChallengeName({ row: { challenge, game } }: { row: InstanceRow }) {
  const t = useText()
  if (!challenge) return <span className="faint">{t('engines:gone')}</span>
  const category = shownCategory(challenge)
  const name = (
    <>
      <span className="cat" data-category={categoryKey(category)}>
        <CategoryIcon category={category} />
        <span className="sr">{categoryName(category)}</span>
      </span>
      <bdi className="truncate">{challenge.title}</bdi>
    </>
  )
  if (!game) return <span className="row-tight">{name}</span>
  return (
    <a
      className="tm-link row-tight"
      href={`/admin/games/${game.id}/challenges/${challenge.id}`}
      title={game.title}
    >
      {name}
    </a>
  )
}

const engineName = (address: string) => address.replace(/^\w+:\/+/, '').replace(/^var\/run\//, '')

export function EngineName({ engine }: { engine: string | null }) {
  if (!engine) return <span className="faint">–</span>
  return (
    <span className="mono small" title={engine}>
      {engineName(engine)}
    </span>
  )
}

export function LeaseMeter({ lease }: { lease: Lease | null }) {
  const t = useText()
  const { countdown, number } = useFormat()
  if (!lease) return <span className="faint">–</span>
  return (
    <Meter
      value={<Countdown until={lease.until}>{countdown(lease.left)}</Countdown>}
      of={t('engines:of_minutes', { minutes: number(lease.minutes) })}
      share={lease.share}
      tick={lease.window}
      tone={lease.closing ? 'warn' : null}
    />
  )
}

/** A time; a dash for null. */
export const When = ({ at, now }: { at: number | null; now: number }) =>
  at === null ? <span className="faint">–</span> : <Moment time={at} now={now} />

export const nameOf = ({ team, challenge, requestedBy, id }: InstanceRow) =>
  [team?.name ?? requestedBy, challenge?.title].filter(Boolean).join(', ') || id.slice(0, 8)
