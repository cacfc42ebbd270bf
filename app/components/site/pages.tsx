import type { ReactNode } from 'react'
import {
  SITE_LIMITS,
  type SiteChallenge,
  type SiteContent,
  type SiteSolve,
  type SiteTeam
} from '~/server/site/contract'
import { type Root, type Site, Time } from './Layout'

interface PageProps {
  site: Site
  content: SiteContent
  root: Root
  /** HTML of a text, sanitised, with the addresses of this page. */
  html(markdown: string): string
}

const MOST_LEADERS = 10

/** Teams beyond the limit have no page of their own. */
const hasPage = (index: number) => index < SITE_LIMITS.teamPages

function Text({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the renderer
  return <div className="text" dangerouslySetInnerHTML={{ __html: html }} />
}

function Head({ site, columns }: { site: Site; columns: [key: string, isNumber: boolean][] }) {
  return (
    <thead>
      <tr>
        {columns.map(([key, isNumber]) => (
          <th key={key} scope="col" className={isNumber ? 'n' : undefined}>
            {site.t(key)}
          </th>
        ))}
      </tr>
    </thead>
  )
}

function Grid({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="scroll" aria-label={label} tabIndex={0}>
      <table>{children}</table>
    </section>
  )
}

const POINTS = (value: number) => Math.round(value * 100) / 100

function TeamName({ team, index, root }: { team: Pick<SiteTeam, 'id' | 'name'>; index: number; root: Root }) {
  const name = <bdi>{team.name}</bdi>
  return hasPage(index) ? <a href={`${root}teams/${team.id}.html`}>{name}</a> : name
}

interface RankingProps extends Pick<PageProps, 'site' | 'root'> {
  teams: readonly SiteTeam[]
  /** Place of the first one among all teams, from 0. */
  from: number
  divisions: boolean
}

function Ranking({ site, root, teams, from, divisions }: RankingProps) {
  const { t } = site
  const columns: [string, boolean][] = [
    ['scoreboard:head.rank', true],
    ['scoreboard:head.team', false],
    ...(divisions ? ([['statistics:division', false]] as [string, boolean][]) : []),
    ['scoreboard:head.score', true],
    ['statistics:solves', true],
    ['monitor:sheet.last_solve', false]
  ]
  return (
    <Grid label={t('games:bar.scoreboard')}>
      <Head site={site} columns={columns} />
      <tbody>
        {teams.map((team, index) => (
          <tr key={team.id}>
            <td className="n">{team.rank}</td>
            <th scope="row">
              <TeamName team={team} index={from + index} root={root} />
            </th>
            {divisions && <td>{team.division}</td>}
            <td className="n">{POINTS(team.score)}</td>
            <td className="n">{team.solves.length}</td>
            <td>{team.lastSolve !== null && <Time at={team.lastSolve} />}</td>
          </tr>
        ))}
      </tbody>
    </Grid>
  )
}

const hasDivisions = ({ teams }: SiteContent) => teams.some(({ division }) => division !== null)

export function HomePage({ site, content, root, html, poster }: PageProps & { poster: string | null }) {
  const { game, teams, challenges, statistics } = content
  const figures = [
    ['statistics:teams', teams.length],
    ['games:bar.challenges', challenges.length],
    ['statistics:solves', statistics.solves]
  ] as const
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
      <ul className="figures">
        {figures.map(([key, value]) => (
          <li key={key}>
            <b>{value}</b>
            {site.t(key)}
          </li>
        ))}
      </ul>
      <h2>{site.t('games:bar.scoreboard')}</h2>
      <Ranking
        {...{ site, root }}
        teams={teams.slice(0, MOST_LEADERS)}
        from={0}
        divisions={hasDivisions(content)}
      />
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

const BLOODS = ['scoreboard:blood.1', 'scoreboard:blood.2', 'scoreboard:blood.3']

const Blood = ({ site, place }: { site: Site; place: number | null }) =>
  place === null ? null : <span className="soft"> {site.t(BLOODS[place - 1]!)}</span>

export function ChallengesPage({ site, content, root }: PageProps) {
  const { t } = site
  return (
    <>
      <h1>{t('games:bar.challenges')}</h1>
      <Grid label={t('games:bar.challenges')}>
        <Head
          site={site}
          columns={[
            ['statistics:challenge', false],
            ['statistics:category', false],
            ['scoreboard:team.points', true],
            ['statistics:solves', true]
          ]}
        />
        <tbody>
          {content.challenges.map(({ id, title, category, value, solved }) => (
            <tr key={id}>
              <th scope="row">
                <a href={`${root}challenges/${id}.html`}>
                  <bdi>{title}</bdi>
                </a>
              </th>
              <td>{category}</td>
              <td className="n">{POINTS(value)}</td>
              <td className="n">{solved}</td>
            </tr>
          ))}
        </tbody>
      </Grid>
    </>
  )
}

/** Only http and https: a link that runs something is none. */
const safeAddress = (address: string) => (/^https?:\/\//i.test(address) ? address : null)

interface ChallengeProps extends PageProps {
  challenge: SiteChallenge
  /** Address of its file on this page; null without one. */
  file: string | null
  indexOf: ReadonlyMap<number, number>
}

function Labels({ site, challenge }: { site: Site; challenge: SiteChallenge }) {
  const { category, value, level, tags, author } = challenge
  const parts = [
    category,
    `${POINTS(value)} ${site.t('corrections:points')}`,
    level,
    ...tags.map((tag) => `#${tag}`),
    author
  ]
  return <p className="soft">{parts.filter(Boolean).join(' · ')}</p>
}

function Solvers({ site, content, root, challenge, indexOf }: ChallengeProps) {
  const { t } = site
  if (challenge.solves.length === 0) return <p>{t('gamewatch:list.unsolved')}</p>
  return (
    <Grid label={t('statistics:solves')}>
      <Head
        site={site}
        columns={[
          ['scoreboard:head.team', false],
          ['scoreboard:team.points', true],
          ['ledger:time', false]
        ]}
      />
      <tbody>
        {challenge.solves.map(({ teamId, points, at, place }) => {
          const index = indexOf.get(teamId)
          const team = index === undefined ? undefined : content.teams[index]
          return (
            <tr key={teamId}>
              <th scope="row">
                {team && <TeamName team={team} index={index!} root={root} />}
                <Blood site={site} place={place} />
              </th>
              <td className="n">{POINTS(points)}</td>
              <td>
                <Time at={at} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </Grid>
  )
}

export function ChallengePage(props: ChallengeProps) {
  const { site, html, challenge, file } = props
  const { t } = site
  const remote = challenge.remote && safeAddress(challenge.remote)
  return (
    <>
      <h1>
        <bdi>{challenge.title}</bdi>
      </h1>
      <Labels site={site} challenge={challenge} />
      <Text html={html(challenge.content)} />
      {(file ?? remote) && (
        <p>
          {t('challenges:attachment')}: <a href={file ?? remote!}>{file ? challenge.file!.name : remote}</a>
        </p>
      )}
      {challenge.hints.length > 0 && <h2>{t('challenges:hints')}</h2>}
      {challenge.hints.map((hint, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: hints have no ids here and never move
        <Text key={place} html={html(hint)} />
      ))}
      <h2>
        {t('statistics:solves')}: {challenge.solved}
      </h2>
      <Solvers {...props} />
    </>
  )
}

export function TeamPage({
  site,
  content,
  root,
  team,
  titles
}: PageProps & { team: SiteTeam; titles: ReadonlyMap<number, string> }) {
  const { t } = site
  const figures: [string, ReactNode][] = [
    [t('scoreboard:team.rank'), team.rank],
    [t('scoreboard:team.score'), POINTS(team.score)],
    [t('statistics:solves'), team.solves.length]
  ]
  if (team.division !== null) figures.push([team.division, team.divisionRank])
  return (
    <>
      <h1>
        <bdi>{team.name}</bdi>
      </h1>
      <ul className="figures">
        {figures.map(([name, value]) => (
          <li key={name}>
            <b>{value}</b>
            {name}
          </li>
        ))}
      </ul>
      {team.solves.length === 0 ? (
        <p>{t('gamewatch:list.unsolved')}</p>
      ) : (
        <Solves {...{ site, content, root, titles }} solves={team.solves} />
      )}
    </>
  )
}

function Solves({
  site,
  root,
  solves,
  titles
}: Pick<PageProps, 'site' | 'root'> & { solves: SiteSolve[]; titles: ReadonlyMap<number, string> }) {
  return (
    <Grid label={site.t('statistics:solves')}>
      <Head
        site={site}
        columns={[
          ['statistics:challenge', false],
          ['scoreboard:team.points', true],
          ['ledger:time', false]
        ]}
      />
      <tbody>
        {solves.map(({ challengeId, points, at, place }) => (
          <tr key={challengeId}>
            <th scope="row">
              <a href={`${root}challenges/${challengeId}.html`}>
                <bdi>{titles.get(challengeId)}</bdi>
              </a>
              <Blood site={site} place={place} />
            </th>
            <td className="n">{POINTS(points)}</td>
            <td>
              <Time at={at} />
            </td>
          </tr>
        ))}
      </tbody>
    </Grid>
  )
}

/** Bars of the flags over the game's time, right ones below wrong ones. */
function Activity({ site, content }: Pick<PageProps, 'site' | 'content'>) {
  const { right, wrong } = content.statistics.activity
  const most = Math.max(1, ...right.map((count, step) => count + wrong[step]!))
  const height = (count: number) => (count / most) * 100
  return (
    <svg
      className="bars"
      viewBox={`0 0 ${right.length} 100`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${site.t('statistics:right')}, ${site.t('statistics:wrong')}`}
    >
      {right.map((count, step) => {
        const [low, high] = [height(count), height(wrong[step]!)]
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step of time is its place
          <g key={step}>
            <rect className="right" x={step + 0.1} width={0.8} y={100 - low} height={low} />
            <rect className="wrong" x={step + 0.1} width={0.8} y={100 - low - high} height={high} />
          </g>
        )
      })}
    </svg>
  )
}

export function StatisticsPage({ site, content, root }: PageProps) {
  const { t } = site
  const { challenges, divisions } = content.statistics
  return (
    <>
      <h1>{t('games:bar.statistics')}</h1>
      <Activity {...{ site, content }} />
      <Grid label={t('games:bar.challenges')}>
        <Head
          site={site}
          columns={[
            ['statistics:challenge', false],
            ['statistics:category', false],
            ['statistics:solves', true],
            ['admin:challenges.attempts', true],
            ['scoreboard:blood.1', false]
          ]}
        />
        <tbody>
          {challenges.map(({ id, title, category, solves, attempts, firstBlood }) => (
            <tr key={id}>
              <th scope="row">
                <a href={`${root}challenges/${id}.html`}>
                  <bdi>{title}</bdi>
                </a>
              </th>
              <td>{category}</td>
              <td className="n">{solves}</td>
              <td className="n">{attempts}</td>
              <td>{firstBlood && <bdi>{firstBlood.team}</bdi>}</td>
            </tr>
          ))}
        </tbody>
      </Grid>
      {divisions.length > 1 && (
        <Grid label={t('statistics:division')}>
          <Head
            site={site}
            columns={[
              ['statistics:division', false],
              ['statistics:teams', true],
              ['statistics:solves', true]
            ]}
          />
          <tbody>
            {divisions.map(({ division, teams, solves }) => (
              <tr key={division}>
                <th scope="row">{division ?? '–'}</th>
                <td className="n">{teams}</td>
                <td className="n">{solves}</td>
              </tr>
            ))}
          </tbody>
        </Grid>
      )}
    </>
  )
}
