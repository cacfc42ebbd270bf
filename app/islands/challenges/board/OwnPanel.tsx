import type { ReactNode } from 'react'
import { Avatar } from '~/app/components/Avatar'
import { Badge } from '~/app/components/Badge'
import { CopyField } from '~/app/components/form/CopyField'
import { rankText } from '~/app/components/game/rank-text'
import { richText } from '~/app/components/markdown/richText'
import { flagLetter } from '~/app/components/signal-flags'
import { useText } from '~/app/i18n/text'
import { MINUTE_MS } from '~/server/platform/time'
import type { Play } from '../play'
import type { ChallengesProps } from '../props'
import { sparkline } from './sparkline'

/** Few values, so that the teams share a handful of renderings. */
interface OwnProps {
  gameId: number
  letter: string
  division: string | null
  teams: string
  /** Teams of the own division; null when unknown. */
  divisionTeams: string | null
  challenges: string
}

interface OwnTexts {
  name: string
  /** Address of the team's page. */
  page: string
  avatar?: string
  token: string
  /** Absent while the team is not on the board. */
  rank?: string
  divisionRank?: string
  score: string
  solved: string
  /** SVG path of the own score, from the first solve on. */
  line?: string
  /** Name of the neighbour above in the ranking, and points to both, while they are not older than the own score. */
  ahead?: string
  points?: string
  behind?: string
}

export function ownPropsOf(
  { gameId, team, start, freeze }: Pick<ChallengesProps, 'gameId' | 'team' | 'start' | 'freeze'>,
  { own, beside, teams, divisionTeams, challenges }: Play,
  number: (value: number) => string,
  now: number
): { props: OwnProps; texts: OwnTexts } {
  const { id, name, avatar, division, token } = team
  const score = own?.score ?? 0
  const solved = own?.solvedCount ?? 0
  const frozen = freeze !== null && now >= freeze
  const { ahead, behind } = beside
  return {
    props: {
      gameId,
      division,
      teams: number(teams),
      divisionTeams: divisionTeams === null ? null : number(divisionTeams),
      letter: flagLetter(name),
      challenges: number(challenges.length)
    },
    texts: {
      name,
      page: `/games/${gameId}/Teams/${id}`,
      token,
      score: number(score),
      solved: number(solved),
      ...(own && { rank: rankText(number(own.rank), frozen) }),
      ...(own?.organizationRank && { divisionRank: rankText(number(own.organizationRank), frozen) }),
      // Up to a full minute, so that pages are equal for a while.
      ...(own &&
        solved > 0 && { line: sparkline(own, start, (Math.floor(now / MINUTE_MS) + 1) * MINUTE_MS) }),
      ...(ahead && ahead.score >= score && { ahead: ahead.name, points: number(ahead.score - score) }),
      ...(behind && behind.score <= score && { behind: number(score - behind.score) }),
      ...(avatar && { avatar })
    }
  }
}

export function OwnPanel(props: OwnProps & OwnTexts) {
  const { gameId, letter, division, rank, teams, divisionTeams, challenges, line } = props
  const t = useText()
  const of = (total: string) => t('challenges:own.of', { total })
  return (
    <section className="panel own" aria-labelledby="own-h">
      <header>
        <Avatar name={letter} url={props.avatar} />
        <h2 id="own-h" className="truncate">
          <a href={props.page}>
            <bdi>{props.name}</bdi>
          </a>
        </h2>
        {division !== null && (
          <Badge>
            <bdi>{division}</bdi>
          </Badge>
        )}
        <a className="push link small" href={`/games/${gameId}/Scoreboard`}>
          {t('challenges:own.scoreboard')}
        </a>
      </header>
      <div className="panel-body">
        <Figure label={t('challenges:own.rank')} value={rank ?? '–'} of={rank && of(teams)} />
        {division !== null && (
          <Figure
            label={t('challenges:own.division_rank')}
            value={props.divisionRank ?? '–'}
            of={rank && divisionTeams && of(divisionTeams)}
          />
        )}
        <Figure label={t('challenges:own.score')} value={props.score} />
        <Figure label={t('challenges:own.solved')} value={props.solved} of={of(challenges)} />
        {!rank && <p className="wide muted small">{t('challenges:own.absent')}</p>}
        {line && <Spark path={line} />}
        {rank && <Distances {...props} />}
        <a className="wide link small" href={`/games/${gameId}/Workspace`}>
          {t('challenges:own.workspace')}
        </a>
        <details className="wide token">
          <summary className="small">
            <span className="link">{t('challenges:own.token')}</span>
            <span className="mask" aria-hidden="true">
              ••••••••••••
            </span>
          </summary>
          <CopyField id="team-token" value={props.token} label={t('challenges:own.copy_token')} />
          <p className="hint">{t('challenges:own.token_hint')}</p>
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

/** Points to the neighbours. */
function Distances({ ahead, points: apart, behind }: OwnTexts) {
  const t = useText()
  const points = (value: string) => <b key="points">{value}</b>
  return (
    <div className="wide gap">
      {apart && (
        <span>
          {richText(t, 'challenges:own.behind', {
            points: points(apart),
            team: <bdi key="team">{ahead}</bdi>
          })}
        </span>
      )}
      {behind && (
        <span className="push">{richText(t, 'challenges:own.ahead', { points: points(behind) })}</span>
      )}
    </div>
  )
}

export function OwnStrip(props: OwnProps & OwnTexts) {
  const { gameId, letter, avatar, rank, score, solved, teams, challenges } = props
  const t = useText()
  return (
    <a className="own-strip" href={`/games/${gameId}/Scoreboard`}>
      <Avatar name={letter} url={avatar} size="s16" />
      <span className="sr">{t('challenges:own.rank')}</span>
      <b>{rank ?? '–'}</b>
      {rank && <span className="muted">{t('challenges:own.of', { total: teams })}</span>}
      <span className="push">{t('challenges:own.points', { n: score })}</span>
      <span>
        <span className="sr">{t('challenges:own.solved')}</span>
        <b>{solved}</b>/{challenges}
      </span>
    </a>
  )
}
