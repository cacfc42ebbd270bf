import type { ReactNode } from 'react'
import { Avatar } from '~/app/components/Avatar'
import { Badge } from '~/app/components/Badge'
import { CopyField } from '~/app/components/CopyField'
import { rich } from '~/app/components/rich'
import { useText } from '~/app/islands/runtime/text'
import type { Beside, BoardItem } from '~/scoring/rules'
import type { Play } from '../play'
import type { ChallengesProps, Team } from '../props'
import { useNumber } from '../words'
import { sparkline } from './sparkline'

/** How the own team stands, as its panel and its line show it. */
export interface OwnProps {
  gameId: number
  team: Team
  /** Null while the team is not on the board. */
  own: Pick<BoardItem, 'rank' | 'organizationRank' | 'score' | 'solvedCount'> | null
  beside: Beside
  /** Teams on the board. */
  teams: number
  /** Teams of the own division; null when unknown. */
  divisionTeams: number | null
  challenges: number
  /** Line of the own score as an SVG path; null before the first solve. */
  line: string | null
}

/** The minute that the line of the own score ends in: the same one for a while. */
const MINUTE = 60_000

export function ownPropsOf(
  { gameId, team, start }: Pick<ChallengesProps, 'gameId' | 'team' | 'start'>,
  { own, beside, teams, divisionTeams, challenges }: Play,
  now: number
): OwnProps {
  const place = own && {
    rank: own.rank,
    organizationRank: own.organizationRank,
    score: own.score,
    solvedCount: own.solvedCount
  }
  const solved = own !== null && own.solvedCount > 0
  const line = solved ? sparkline(own, start, Math.ceil(now / MINUTE) * MINUTE) : null
  return { gameId, team, own: place, beside, teams, divisionTeams, challenges: challenges.length, line }
}

/** Own place, points and team token. */
export function OwnPanel({ gameId, team, own, beside, teams, divisionTeams, challenges, line }: OwnProps) {
  const t = useText()
  const number = useNumber()
  return (
    <section className="panel own" aria-labelledby="own-h">
      <header>
        <Avatar name={team.name} url={team.avatar} />
        <h2 id="own-h" className="truncate">
          <bdi>{team.name}</bdi>
        </h2>
        {team.division !== null && (
          <Badge>
            <bdi>{team.division}</bdi>
          </Badge>
        )}
        <a className="push link small" href={`/games/${gameId}/Scoreboard`}>
          {t('challenges:own.scoreboard')}
        </a>
      </header>
      <div className="panel-body">
        <Figure
          label={t('challenges:own.rank')}
          value={own ? number(own.rank) : '–'}
          of={own && t('challenges:own.of', { total: number(teams) })}
        />
        {team.division !== null && (
          <Figure
            label={t('challenges:own.division_rank')}
            value={own?.organizationRank ? number(own.organizationRank) : '–'}
            of={own && divisionTeams !== null && t('challenges:own.of', { total: number(divisionTeams) })}
          />
        )}
        <Figure label={t('challenges:own.score')} value={number(own?.score ?? 0)} />
        <Figure
          label={t('challenges:own.solved')}
          value={number(own?.solvedCount ?? 0)}
          of={t('challenges:own.of', { total: number(challenges) })}
        />
        {!own && <p className="wide muted small">{t('challenges:own.absent')}</p>}
        {line && <Spark path={line} />}
        {own && <Distances score={own.score} beside={beside} />}
        <details className="wide token">
          <summary className="small">
            <span className="link">{t('challenges:own.token')}</span>
            <span className="mask" aria-hidden="true">
              ••••••••••••
            </span>
          </summary>
          <CopyField id="team-token" value={team.token} label={t('challenges:own.copy_token')} />
        </details>
      </div>
    </section>
  )
}

function Figure({ label, value, of }: { label: string; value: string; of?: ReactNode }) {
  return (
    <div className="fig">
      <span className="k">{label}</span>
      <span className="v">
        {value} {of && <small>{of}</small>}
      </span>
    </div>
  )
}

function Spark({ path }: { path: string }) {
  const t = useText()
  return (
    <div className="wide">
      <div className="gap">{t('challenges:own.line')}</div>
      <svg className="spark" viewBox="0 0 100 36" preserveAspectRatio="none" aria-hidden="true">
        <path className="area" d={`${path}V36H0Z`} />
        <path d={path} />
      </svg>
    </div>
  )
}

/** Points to the teams next to the own one; what is older than the own score is left out until it is news again. */
function Distances({ score, beside: { ahead, behind } }: { score: number; beside: Beside }) {
  const t = useText()
  const number = useNumber()
  const points = (value: number) => <b key="points">{number(value)}</b>
  return (
    <div className="wide gap">
      {ahead && ahead.score >= score && (
        <span>
          {rich(t, 'challenges:own.behind', {
            points: points(ahead.score - score),
            team: <bdi key="team">{ahead.name}</bdi>
          })}
        </span>
      )}
      {behind && behind.score <= score && (
        <span className="push">
          {rich(t, 'challenges:own.ahead', { points: points(score - behind.score) })}
        </span>
      )}
    </div>
  )
}

/** The same in one line, where the panel is far below. */
export function OwnStrip({ gameId, team, own, teams, challenges }: OwnProps) {
  const t = useText()
  const number = useNumber()
  return (
    <a className="own-strip" href={`/games/${gameId}/Scoreboard`}>
      <Avatar name={team.name} url={team.avatar} size="s16" />
      <span className="sr">{t('challenges:own.rank')}</span>
      <b>{own ? number(own.rank) : '–'}</b>
      {own && <span className="muted">{t('challenges:own.of', { total: number(teams) })}</span>}
      <span className="push">{t('challenges:own.points', { n: number(own?.score ?? 0) })}</span>
      <span>
        <span className="sr">{t('challenges:own.solved')}</span>
        <b>{own?.solvedCount ?? 0}</b>/{challenges}
      </span>
    </a>
  )
}
