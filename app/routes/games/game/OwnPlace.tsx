import { rankText } from '~/app/components/game/rank-text'
import { richText } from '~/app/components/markdown/richText'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { Around } from '~/scoring'

export interface RankPlace {
  team: number
  rank: number
  teams: number
  /** Null without a division. */
  divisionRank: number | null
  divisionTeams: number
  score: number
  /** The team above; null for the first. */
  ahead: { name: string; score: number } | null
  /** Score of the team below; null for the last. */
  behind: number | null
  /** The board stands still. */
  frozen: boolean
}

export function placeOf({ facts, own, teams }: Around, frozen: boolean): RankPlace {
  const at = teams.findIndex(({ participationId }) => participationId === own.participationId)
  const [ahead, behind] = [teams[at - 1], teams[at + 1]]
  return {
    team: own.id,
    rank: own.rank,
    teams: facts.teams,
    divisionRank: own.organizationRank,
    divisionTeams: facts.divisions.find(([name]) => name === own.organization)?.[1] ?? 0,
    score: own.score,
    ahead: ahead ? { name: ahead.name, score: ahead.score } : null,
    behind: behind?.score ?? null,
    frozen
  }
}

export function OwnPlace({ place }: { place: RankPlace }) {
  const t = useText()
  const { number } = useFormat()
  const { rank, teams, divisionRank, divisionTeams, score, ahead, behind, frozen } = place
  const of = (total: number) => <small>{t('challenges:own.of', { total: number(total) })}</small>
  const points = (value: number) => <b key="points">{number(value)}</b>
  return (
    <div className="own-place">
      <dl>
        <div>
          <dt>{t('challenges:own.rank')}</dt>
          <dd>
            {rankText(number(rank), frozen)} {of(teams)}
          </dd>
        </div>
        {divisionRank !== null && (
          <div>
            <dt>{t('challenges:own.division_rank')}</dt>
            <dd>
              {rankText(number(divisionRank), frozen)} {of(divisionTeams)}
            </dd>
          </div>
        )}
        <div>
          <dt>{t('challenges:own.score')}</dt>
          <dd>{number(score)}</dd>
        </div>
      </dl>
      <p className="muted small">
        {ahead && (
          <span>
            {richText(t, 'challenges:own.behind', {
              points: points(ahead.score - score),
              team: <bdi key="team">{ahead.name}</bdi>
            })}
          </span>
        )}
        {behind !== null && (
          <span>{richText(t, 'challenges:own.ahead', { points: points(score - behind) })}</span>
        )}
      </p>
    </div>
  )
}
