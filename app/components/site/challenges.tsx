import { Fragment } from 'react'
import { categoryName } from '~/server/categories/constants'
import type { SiteChallenge, SiteFile } from '~/server/site/contract'
import type { Site } from './Layout'
import { ChallengeName, Num, type PageProps, points, SiteGrid, Solves, TeamName, Text } from './pieces'

export function ChallengesPage({ site, content, root }: PageProps) {
  const { t } = site
  return (
    <>
      <h1>{t('games:bar.challenges')}</h1>
      <SiteGrid
        site={site}
        label={t('games:bar.challenges')}
        columns={[
          ['statistics:challenge', false],
          ['statistics:category', false],
          ['scoreboard:team.points', true],
          ['statistics:solves', true]
        ]}
      >
        {content.challenges.map(({ id, title, category, value, solved }) => (
          <tr key={id}>
            <th scope="row">
              <ChallengeName {...{ id, title, root }} />
            </th>
            <td>
              <bdi>{categoryName(category)}</bdi>
            </td>
            <Num>{points(value)}</Num>
            <Num>{solved}</Num>
          </tr>
        ))}
      </SiteGrid>
    </>
  )
}

/** Accepts only http and https, so that no link runs a script. */
const safeAddress = (address: string) => (/^https?:\/\//i.test(address) ? address : null)

interface ChallengeProps extends PageProps {
  challenge: SiteChallenge
  /** Address of a stored file on this page; null where the site has none. */
  hrefOf(file: SiteFile): string | null
  indexOf: ReadonlyMap<number, number>
}

function Labels({ site, challenge }: { site: Site; challenge: SiteChallenge }) {
  const { category, value, level, tags, author } = challenge
  const parts = [
    categoryName(category),
    `${points(value)} ${site.t('corrections:points')}`,
    level,
    ...tags.map((tag) => `#${tag}`),
    author
  ]
  return <p className="soft">{parts.filter(Boolean).join(' · ')}</p>
}

function Solvers({ site, content, root, challenge, indexOf }: ChallengeProps) {
  const nameOf = (teamId: number) => {
    const index = indexOf.get(teamId)
    return index === undefined ? null : <TeamName team={content.teams[index]!} index={index} root={root} />
  }
  return (
    <Solves
      site={site}
      of="scoreboard:head.team"
      solves={challenge.solves.map(({ teamId, ...solve }) => ({
        ...solve,
        key: teamId,
        name: nameOf(teamId)
      }))}
    />
  )
}

function Files({ site, challenge, hrefOf }: ChallengeProps) {
  const shown = challenge.files.flatMap((file) => {
    const href = 'hash' in file ? hrefOf(file) : safeAddress(file.url)
    return href === null ? [] : [{ href, name: file.name ?? href }]
  })
  if (shown.length === 0) return null
  return (
    <p>
      {site.t('challenges:attachment')}:{' '}
      {shown.map(({ href, name }, index) => (
        <Fragment key={href}>
          {index > 0 && ', '}
          <a href={href}>{name}</a>
        </Fragment>
      ))}
    </p>
  )
}

export function ChallengePage(props: ChallengeProps) {
  const { site, html, challenge } = props
  const { t } = site
  return (
    <>
      <h1>
        <bdi>{challenge.title}</bdi>
      </h1>
      <Labels site={site} challenge={challenge} />
      <Text html={html(challenge.content)} />
      <Files {...props} />
      {challenge.hints.length > 0 && <h2>{t('challenges:hints')}</h2>}
      {challenge.hints.map((hint) => (
        <Text key={hint} html={html(hint)} />
      ))}
      <h2>
        {t('statistics:solves')}: {challenge.solved}
      </h2>
      <Solvers {...props} />
    </>
  )
}
