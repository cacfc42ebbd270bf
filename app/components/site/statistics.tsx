import { ChallengeName, Num, type PageProps, SiteGrid } from './pieces'

/** Bars of the flags over the game's time, right ones below wrong ones. */
function Activity({ site, content }: Pick<PageProps, 'site' | 'content'>) {
  const { right, wrong } = content.statistics.activity
  const most = Math.max(1, ...right.map((count, step) => count + wrong[step]!))
  const steps = right.map((count, step) => ({
    x: step + 0.1,
    low: (count / most) * 100,
    high: (wrong[step]! / most) * 100
  }))
  return (
    <svg
      className="bars"
      viewBox={`0 0 ${right.length} 100`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${site.t('statistics:right')}, ${site.t('statistics:wrong')}`}
    >
      {steps.map(({ x, low, high }) => (
        <g key={x}>
          <rect className="right" x={x} width={0.8} y={100 - low} height={low} />
          <rect className="wrong" x={x} width={0.8} y={100 - low - high} height={high} />
        </g>
      ))}
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
      <SiteGrid
        site={site}
        label={t('games:bar.challenges')}
        columns={[
          ['statistics:challenge', false],
          ['statistics:category', false],
          ['statistics:solves', true],
          ['admin:challenges.attempts', true],
          ['scoreboard:blood.1', false]
        ]}
      >
        {challenges.map(({ id, title, category, customCategory, solves, attempts, firstBlood }) => (
          <tr key={id}>
            <th scope="row">
              <ChallengeName {...{ id, title, root }} />
            </th>
            <td>
              <bdi>{customCategory?.name ?? category}</bdi>
            </td>
            <Num>{solves}</Num>
            <Num>{attempts}</Num>
            <td>{firstBlood && <bdi>{firstBlood.team}</bdi>}</td>
          </tr>
        ))}
      </SiteGrid>
      {divisions.length > 1 && (
        <SiteGrid
          site={site}
          label={t('statistics:division')}
          columns={[
            ['statistics:division', false],
            ['statistics:teams', true],
            ['statistics:solves', true]
          ]}
        >
          {divisions.map(({ division, teams, solves }) => (
            <tr key={division}>
              <th scope="row">{division ?? '–'}</th>
              <Num>{teams}</Num>
              <Num>{solves}</Num>
            </tr>
          ))}
        </SiteGrid>
      )}
    </>
  )
}
