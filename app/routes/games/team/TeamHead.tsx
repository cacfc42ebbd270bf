import { About } from '~/app/components/About'
import { Avatar } from '~/app/components/Avatar'
import { Badge } from '~/app/components/Badge'
import { FlagLine } from '~/app/components/FlagLine'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { hrefOf, WHOLE } from '~/app/islands/scoreboard/query'
import { FollowForm } from './FollowForm'
import type { TeamView } from './team-view'

interface TeamHeadProps {
  team: TeamView
  gameId: number
  /** Address of the share card; null before the result is final. */
  card: string | null
  /** Address of the certificate; null for those who are not of the team. */
  certificate: string | null
  /** Teams that the reader follows; null for visitors. */
  followed: readonly number[] | null
}

export function TeamHead({ team, gameId, card, certificate, followed }: TeamHeadProps) {
  const t = useText()
  const { id, name, avatar, division, bio } = team
  const board = hrefOf(gameId, { ...WHOLE, team: id })
  return (
    <div className="team-head">
      <FlagLine name={name} />
      <div className="in">
        <Avatar name={name} url={avatar} size="s72" />
        <div className="who">
          <h1>
            <bdi>{name}</bdi>
          </h1>
          {division && (
            <Badge>
              <bdi>{division}</bdi>
            </Badge>
          )}
          <About of={team} />
          {bio && <p className="bio">{bio}</p>}
        </div>
        <div className="actions">
          {certificate && (
            <>
              <a className="btn" href={certificate} download>
                {t('cards:certificate')}
              </a>
              <a className="btn" href={`${certificate}&of=me`} download>
                {t('cards:certificate_own')}
              </a>
            </>
          )}
          {card && (
            <a className="btn" href={card} download={`card-${gameId}-${id}.png`}>
              {t('cards:card')}
            </a>
          )}
          {followed && <FollowForm gameId={gameId} teamId={id} name={name} followed={followed} />}
          <a className="btn" href={board}>
            {t('teampage:on_board')}
          </a>
        </div>
      </div>
    </div>
  )
}

export function TeamFigures({ team }: { team: TeamView }) {
  const t = useText()
  const { number } = useFormat()
  const { rank, teams, division, divisionRank, score, best, entries } = team
  const solves = entries.filter(({ title }) => title !== null)
  const bloods = solves.filter(({ place }) => place > 0)
  const firsts = bloods.filter(({ place }) => place === 1).length
  const figures: [name: string, value: string, beside: string | null][] = [
    ['rank', number(rank), t('teampage:of', { total: number(teams) })],
    ...(divisionRank === null || division === null
      ? []
      : [['division_rank', number(divisionRank), division] as [string, string, string]]),
    ...(best ? [['best', number(best.rank), null] as [string, string, null]] : []),
    ['score', number(score), null],
    ['solved', number(solves.length), null],
    ['bloods', number(bloods.length), firsts > 0 ? t('teampage:firsts', { firsts: number(firsts) }) : null]
  ]
  return (
    <dl className="figrow">
      {figures.map(([name, value, beside]) => (
        <div key={name}>
          <dt>{t(`teampage:figure.${name}`)}</dt>
          <dd>
            {value} {beside && <small>{<bdi>{beside}</bdi>}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
