import type { ReactNode } from 'react'
import { Avatar } from '~/app/components/Avatar'
import { Badge } from '~/app/components/Badge'
import { flagLetter } from '~/app/components/flags'
import { CopyField } from '~/app/components/form/CopyField'
import { rich } from '~/app/components/markdown/rich'
import { useText } from '~/app/islands/runtime/words/text'
import type { BoardItem } from '~/scoring/rules'
import type { Play } from '../play'
import type { ChallengesProps } from '../props'
import { useNumber } from '../words'
import { sparkline } from './sparkline'

interface OwnProps {
  gameId: number
  letter: string
  division: string | null
  /** Null while the team is not on the board. */
  own: Pick<BoardItem, 'organizationRank' | 'score' | 'solvedCount'> | null
  /** Points of the neighbours in the ranking; null without one. */
  ahead: number | null
  behind: number | null
  teams: number
  /** Teams of the own division; null when unknown. */
  divisionTeams: number | null
  challenges: number
  /** SVG path of the own score; null before the first solve. */
  line: string | null
}

interface OwnTexts {
  name: string
  avatar?: string
  token: string
  rank: string
  aheadName: string
}

/** The line ends at a full minute, so that its rendering can be shared for a while. */
const MINUTE = 60_000

export function ownPropsOf(
  { gameId, team, start }: Pick<ChallengesProps, 'gameId' | 'team' | 'start'>,
  { own, beside, teams, divisionTeams, challenges }: Play,
  number: (value: number) => string,
  now: number
): { props: OwnProps; texts: OwnTexts } {
  const solved = own !== null && own.solvedCount > 0
  const { name, avatar, division, token } = team
  return {
    props: {
      ...{ gameId, division, teams, divisionTeams },
      letter: flagLetter(name),
      own: own && {
        organizationRank: own.organizationRank,
        score: own.score,
        solvedCount: own.solvedCount
      },
      ahead: beside.ahead?.score ?? null,
      behind: beside.behind?.score ?? null,
      challenges: challenges.length,
      line: solved ? sparkline(own, start, (Math.floor(now / MINUTE) + 1) * MINUTE) : null
    },
    texts: {
      ...{ name, token },
      rank: own ? number(own.rank) : '–',
      aheadName: beside.ahead?.name ?? '',
      ...(avatar !== null && { avatar })
    }
  }
}

export function OwnPanel(props: OwnProps & OwnTexts) {
  const { gameId, letter, division, own, teams, divisionTeams, challenges, line } = props
  const t = useText()
  const number = useNumber()
  return (
    <section className="panel own" aria-labelledby="own-h">
      <header>
        <Avatar name={letter} url={props.avatar} />
        <h2 id="own-h" className="truncate">
          <bdi>{props.name}</bdi>
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
        <Figure
          label={t('challenges:own.rank')}
          value={props.rank}
          of={own && t('challenges:own.of', { total: number(teams) })}
        />
        {division !== null && (
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
        {own && <Distances {...props} score={own.score} />}
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

/** Points to the neighbours; hidden while they are older than the own score. */
function Distances({ score, ahead, behind, aheadName }: OwnProps & OwnTexts & { score: number }) {
  const t = useText()
  const number = useNumber()
  const points = (value: number) => <b key="points">{number(value)}</b>
  return (
    <div className="wide gap">
      {ahead !== null && ahead >= score && (
        <span>
          {rich(t, 'challenges:own.behind', {
            points: points(ahead - score),
            team: <bdi key="team">{aheadName}</bdi>
          })}
        </span>
      )}
      {behind !== null && behind <= score && (
        <span className="push">{rich(t, 'challenges:own.ahead', { points: points(score - behind) })}</span>
      )}
    </div>
  )
}

export function OwnStrip({ gameId, letter, avatar, rank, own, teams, challenges }: OwnProps & OwnTexts) {
  const t = useText()
  const number = useNumber()
  return (
    <a className="own-strip" href={`/games/${gameId}/Scoreboard`}>
      <Avatar name={letter} url={avatar} size="s16" />
      <span className="sr">{t('challenges:own.rank')}</span>
      <b>{rank}</b>
      {own && <span className="muted">{t('challenges:own.of', { total: number(teams) })}</span>}
      <span className="push">{t('challenges:own.points', { n: number(own?.score ?? 0) })}</span>
      <span>
        <span className="sr">{t('challenges:own.solved')}</span>
        <b>{own?.solvedCount ?? 0}</b>/{challenges}
      </span>
    </a>
  )
}
