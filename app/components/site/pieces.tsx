import type { ReactNode } from 'react'
import { rawHtml } from '~/app/components/markdown/raw-html'
import { SITE_LIMITS, type SiteContent, type SiteTeam } from '~/server/site/contract'
import { type Root, type Site, Time } from './Layout'

export interface PageProps {
  site: Site
  content: SiteContent
  root: Root
  /** HTML of a text, sanitised, with the addresses of this page. */
  html(markdown: string): string
}

export const Text = ({ html }: { html: string }) => <div className="text" {...rawHtml(html)} />

interface GridProps {
  site: Site
  label: string
  columns: readonly [key: string, isNumber: boolean][]
  /** Rows. */
  children: ReactNode
}

/** A table that scrolls sideways, also by keyboard. */
export function SiteGrid({ site, label, columns, children }: GridProps) {
  const reached = { tabIndex: 0, 'aria-label': label }
  return (
    <section className="scroll" {...reached}>
      <table>
        <thead>
          <tr>
            {columns.map(([key, isNumber]) => (
              <th key={key} scope="col" className={isNumber ? 'n' : undefined}>
                {site.t(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}

export const Num = ({ children }: { children: ReactNode }) => <td className="n">{children}</td>

export const points = (value: number) => Math.round(value * 100) / 100

export function SiteFigures({ figures }: { figures: readonly [name: string, value: ReactNode][] }) {
  return (
    <ul className="figures">
      {figures.map(([name, value]) => (
        <li key={name}>
          <b>{value}</b>
          {name}
        </li>
      ))}
    </ul>
  )
}

/** Teams beyond the limit have no page of their own. */
export function TeamName({
  team,
  index,
  root
}: {
  team: Pick<SiteTeam, 'id' | 'name'>
  index: number
  root: Root
}) {
  const name = <bdi>{team.name}</bdi>
  return index < SITE_LIMITS.teamPages ? <a href={`${root}teams/${team.id}.html`}>{name}</a> : name
}

export const ChallengeName = ({ id, title, root }: { id: number; title: string | undefined; root: Root }) => (
  <a href={`${root}challenges/${id}.html`}>
    <bdi>{title}</bdi>
  </a>
)

const BLOODS = ['scoreboard:blood.1', 'scoreboard:blood.2', 'scoreboard:blood.3']

interface Solve {
  key: number
  /** The name of the team or challenge. */
  name: ReactNode
  points: number
  at: number | Date
  /** 1 to 3 for a blood. */
  place: number | null
}

/** Solves of a challenge by teams, or of a team by challenges. */
export function Solves({ site, of, solves }: { site: Site; of: string; solves: readonly Solve[] }) {
  const { t } = site
  if (solves.length === 0) return <p>{t('gamewatch:list.unsolved')}</p>
  return (
    <SiteGrid
      site={site}
      label={t('statistics:solves')}
      columns={[
        [of, false],
        ['scoreboard:team.points', true],
        ['ledger:time', false]
      ]}
    >
      {solves.map(({ key, name, points: won, at, place }) => (
        <tr key={key}>
          <th scope="row">
            {name}
            {place !== null && <span className="soft"> {t(BLOODS[place - 1]!)}</span>}
          </th>
          <Num>{points(won)}</Num>
          <td>
            <Time at={at} />
          </td>
        </tr>
      ))}
    </SiteGrid>
  )
}
