import type { ReactNode } from 'react'
import { Avatar } from '~/app/components/Avatar'
import { Badge } from '~/app/components/Badge'
import { flagLetter } from '~/app/components/flags'
import { CopyField } from '~/app/components/form/CopyField'
import { rich } from '~/app/components/markdown/rich'
import { useText } from '~/app/islands/runtime/words/text'
import type { Play } from '../play'
import type { ChallengesProps } from '../props'
import { useNumber } from '../words'
import { sparkline } from './sparkline'

/** Few values, so that the teams share a handful of renderings. */
interface OwnProps {
  gameId: number
  letter: string
  division: string | null
  /** On the board. */
  ranked: boolean
  /** Whether a distance to the neighbour in the ranking is shown. */
  ahead: boolean
  behind: boolean
  /** Whether the own score has a line: from the first solve on. */
  drawn: boolean
  teams: number
  /** Teams of the own division; null when unknown. */
  divisionTeams: number | null
  challenges: number
}

interface OwnTexts {
  name: string
  avatar?: string
  token: string
  rank: string
  divisionRank: string
  score: string
  solved: string
  /** SVG path of the own score. */
  line: string
  aheadName: string
  aheadBy: string
  behindBy: string
}

/** The line ends at a full minute, so that pages are equal for a while. */
const MINUTE = 60_000

export function ownPropsOf(
  { gameId, team, start }: Pick<ChallengesProps, 'gameId' | 'team' | 'start'>,
  { own, beside, teams, divisionTeams, challenges }: Play,
  number: (value: number) => string,
  now: number
): { props: OwnProps; texts: OwnTexts } {
  const drawn = own !== null && own.solvedCount > 0
  const { name, avatar, division, token } = team
  const score = own?.score ?? 0
  // Hidden while they are older than the own score.
  const ahead = own && beside.ahead && beside.ahead.score >= score ? beside.ahead : null
  const behind = own && beside.behind && beside.behind.score <= score ? beside.behind : null
  return {
    props: {
      ...{ gameId, division, teams, divisionTeams, drawn },
      letter: flagLetter(name),
      ranked: own !== null,
      ahead: ahead !== null,
      behind: behind !== null,
      challenges: challenges.length
    },
    texts: {
      ...{ name, token },
      rank: own ? number(own.rank) : '–',
      divisionRank: own?.organizationRank ? number(own.organizationRank) : '–',
      score: number(score),
      solved: number(own?.solvedCount ?? 0),
      line: drawn ? sparkline(own, start, (Math.floor(now / MINUTE) + 1) * MINUTE) : '',
      aheadName: ahead?.name ?? '',
      aheadBy: ahead ? number(ahead.score - score) : '',
      behindBy: behind ? number(score - behind.score) : '',
      ...(avatar !== null && { avatar })
    }
  }
}

export function OwnPanel(props: OwnProps & OwnTexts) {
  const { gameId, letter, division, ranked, teams, divisionTeams, challenges, drawn } = props
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
          of={ranked && t('challenges:own.of', { total: number(teams) })}
        />
        {division !== null && (
          <Figure
            label={t('challenges:own.division_rank')}
            value={props.divisionRank}
            of={ranked && divisionTeams !== null && t('challenges:own.of', { total: number(divisionTeams) })}
          />
        )}
        <Figure label={t('challenges:own.score')} value={props.score} />
        <Figure
          label={t('challenges:own.solved')}
          value={props.solved}
          of={t('challenges:own.of', { total: number(challenges) })}
        />
        {!ranked && <p className="wide muted small">{t('challenges:own.absent')}</p>}
        {drawn && <Spark path={props.line} />}
        {ranked && <Distances {...props} />}
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
function Distances({ ahead, behind, aheadName, aheadBy, behindBy }: OwnProps & OwnTexts) {
  const t = useText()
  const points = (value: string) => <b key="points">{value}</b>
  return (
    <div className="wide gap">
      {ahead && (
        <span>
          {rich(t, 'challenges:own.behind', {
            points: points(aheadBy),
            team: <bdi key="team">{aheadName}</bdi>
          })}
        </span>
      )}
      {behind && (
        <span className="push">{rich(t, 'challenges:own.ahead', { points: points(behindBy) })}</span>
      )}
    </div>
  )
}

export function OwnStrip(props: OwnProps & OwnTexts) {
  const { gameId, letter, avatar, rank, ranked, score, solved, teams, challenges } = props
  const t = useText()
  const number = useNumber()
  return (
    <a className="own-strip" href={`/games/${gameId}/Scoreboard`}>
      <Avatar name={letter} url={avatar} size="s16" />
      <span className="sr">{t('challenges:own.rank')}</span>
      <b>{rank}</b>
      {ranked && <span className="muted">{t('challenges:own.of', { total: number(teams) })}</span>}
      <span className="push">{t('challenges:own.points', { n: score })}</span>
      <span>
        <span className="sr">{t('challenges:own.solved')}</span>
        <b>{solved}</b>/{challenges}
      </span>
    </a>
  )
}
