import { Avatar } from '~/app/components/Avatar'
import { rankText } from '~/app/components/game/rank-text'
import { richText } from '~/app/components/markdown/richText'
import { flagLetter } from '~/app/components/signal-flags'
import type { Format } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { OwnPlace } from './props'

/** Few values, so that teams share renderings. */
interface LineProps {
  letter: string
  ahead: boolean
  behind: boolean
}

interface LineTexts {
  href: string
  name: string
  avatar?: string
  rank: string
  teams: string
  score: string
  /** Names of the neighbours, and points to them. */
  above: string
  missing: string
  below: string
  lead: string
}

interface LineSource {
  gameId: number
  place: OwnPlace
  /** The board stands still, so that the rank may be another. */
  frozen: boolean
}

export function ownLineOf(
  { gameId, frozen, place }: LineSource,
  number: Format['number']
): { props: LineProps; texts: LineTexts } {
  const { team, name, avatar, rank, teams, score, ahead, behind } = place
  return {
    props: { letter: flagLetter(name), ahead: ahead !== null, behind: behind !== null },
    texts: {
      href: `/games/${gameId}/Teams/${team}`,
      ...{ name, rank: rankText(number(rank), frozen), teams: number(teams), score: number(score) },
      ...{ above: ahead?.name ?? '', missing: number((ahead?.score ?? 0) - score) },
      ...{ below: behind?.name ?? '', lead: number(score - (behind?.score ?? 0)) },
      ...(avatar && { avatar })
    }
  }
}

/** Where the reader's team stands, how far it is from its neighbours, and the way to its page. */
export function OwnLine(props: LineProps & LineTexts) {
  const { letter, ahead, behind } = props
  const t = useText()
  return (
    <div className="own-line">
      <span className="sr">{t('scoreboard:team.rank')}</span>
      <b className="place">{props.rank}</b>
      <span className="muted">{t('scoreboard:own.of', { total: props.teams })}</span>
      <Avatar name={letter} url={props.avatar} size="s16" />
      <a className="link truncate" href={props.href}>
        <bdi>{props.name}</bdi>
      </a>
      <span className="points">{t('scoreboard:own.points', { n: props.score })}</span>
      {ahead && <Gap of="behind" points={props.missing} team={props.above} />}
      {behind && <Gap of="ahead" points={props.lead} team={props.below} />}
    </div>
  )
}

function Gap({ of, points, team }: { of: 'ahead' | 'behind'; points: string; team: string }) {
  const t = useText()
  return (
    <span className="gap">
      {richText(t, `scoreboard:own.${of}`, {
        points: <b key="points">{points}</b>,
        team: <bdi key="team">{team}</bdi>
      })}
    </span>
  )
}
