import { SITE_LIMITS, type SiteContent, type SiteTeam } from '~/server/site/contract'
import { Time } from './Layout'
import {
  ChallengeName,
  Num,
  type PageProps,
  points,
  SiteFigures,
  SiteGrid,
  Solves,
  TeamName,
  Text
} from './pieces'

const MAX_LEADERS = 10

interface RankingProps extends Pick<PageProps, 'site' | 'root'> {
  teams: readonly SiteTeam[]
  /** Place of the first one among all teams, from 0. */
  from: number
  divisions: boolean
}

function Ranking({ site, root, teams, from, divisions }: RankingProps) {
  const columns: [string, boolean][] = [
    ['scoreboard:head.rank', true],
    ['scoreboard:head.team', false],
    ['statistics:division', false],
    ['scoreboard:head.score', true],
    ['statistics:solves', true],
    ['monitor:sheet.last_solve', false]
  ]
  return (
    <SiteGrid
      site={site}
      label={site.t('games:bar.scoreboard')}
      columns={columns.filter(([key]) => divisions || key !== 'statistics:division')}
    >
      {teams.map((team, index) => (
        <tr key={team.id}>
          <Num>{team.rank}</Num>
          <th scope="row">
            <TeamName team={team} index={from + index} root={root} />
          </th>
          {divisions && <td>{team.division}</td>}
          <Num>{points(team.score)}</Num>
          <Num>{team.solves.length}</Num>
          <td>{team.lastSolve !== null && <Time at={team.lastSolve} />}</td>
        </tr>
      ))}
    </SiteGrid>
  )
}

const hasDivisions = ({ teams }: SiteContent) => teams.some(({ division }) => division !== null)

const PLACES = 3
const DIVISIONS = 24

/** The first three of each division; nothing while all teams are in the same one. */
function Winners({ site, content: { teams }, root }: Pick<PageProps, 'site' | 'content' | 'root'>) {
  const divisions = [...new Set(teams.map(({ division }) => division))]
  if (divisions.length < 2) return null
  return (
    <>
      <h2>{site.t('games:hero.division_winners')}</h2>
      {divisions
        .flatMap((division) => division ?? [])
        .slice(0, DIVISIONS)
        .map((division) => (
          <section key={division}>
            <h3>
              <bdi>{division}</bdi>
            </h3>
            <ol>
              {teams.flatMap((team, index) =>
                team.division === division && (team.divisionRank ?? 0) <= PLACES
                  ? [
                      <li key={team.id}>
                        <TeamName team={team} index={index} root={root} /> · {points(team.score)}
                      </li>
                    ]
                  : []
              )}
            </ol>
          </section>
        ))}
    </>
  )
}

export function HomePage({ site, content, root, html, poster }: PageProps & { poster: string | null }) {
  const { t } = site
  const { game, teams, challenges, statistics } = content
  return (
    <>
      <h1>
        <bdi>{game.title}</bdi>
      </h1>
      <p className="soft">
        <Time at={game.start} /> – <Time at={game.end} />
      </p>
      {game.summary && <p>{game.summary}</p>}
      {poster && <img className="poster" src={poster} alt="" />}
      <SiteFigures
        figures={[
          [t('statistics:teams'), teams.length],
          [t('games:bar.challenges'), challenges.length],
          [t('statistics:solves'), statistics.solves]
        ]}
      />
      <h2>{t('games:bar.scoreboard')}</h2>
      <Ranking
        {...{ site, root }}
        teams={teams.slice(0, MAX_LEADERS)}
        from={0}
        divisions={hasDivisions(content)}
      />
      <Winners {...{ site, content, root }} />
      {game.content && <Text html={html(game.content)} />}
    </>
  )
}

export const boardPath = (page: number) => (page === 0 ? 'scoreboard.html' : `scoreboard-${page + 1}.html`)

export function BoardPage({ site, content, root, page }: PageProps & { page: number }) {
  const { t } = site
  const { teams } = content
  const size = SITE_LIMITS.teamsAPage
  const pages = Array.from({ length: Math.max(1, Math.ceil(teams.length / size)) }, (_, index) => index)
  return (
    <>
      <h1>{t('games:bar.scoreboard')}</h1>
      {teams.length === 0 && <p>{t('site:no_teams')}</p>}
      <Ranking
        {...{ site, root }}
        teams={teams.slice(page * size, (page + 1) * size)}
        from={page * size}
        divisions={hasDivisions(content)}
      />
      {pages.length > 1 && (
        <nav aria-label={t('games:bar.scoreboard')}>
          {pages.map((one) => (
            <a key={one} href={boardPath(one)} aria-current={one === page ? 'page' : undefined}>
              {one + 1}
            </a>
          ))}
        </nav>
      )}
    </>
  )
}

export function TeamPage({
  site,
  root,
  team,
  titles
}: PageProps & { team: SiteTeam; titles: ReadonlyMap<number, string> }) {
  const { t } = site
  return (
    <>
      <h1>
        <bdi>{team.name}</bdi>
      </h1>
      <SiteFigures
        figures={[
          [t('scoreboard:team.rank'), team.rank],
          [t('scoreboard:team.score'), points(team.score)],
          [t('statistics:solves'), team.solves.length],
          ...(team.division === null ? [] : ([[team.division, team.divisionRank]] as [string, number][]))
        ]}
      />
      <Solves
        site={site}
        of="statistics:challenge"
        solves={team.solves.map(({ challengeId: id, ...solve }) => ({
          ...solve,
          key: id,
          name: <ChallengeName {...{ id, root }} title={titles.get(id)} />
        }))}
      />
    </>
  )
}
