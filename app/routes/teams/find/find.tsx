import { useLoaderData } from '@remix-run/react'
import { EmptyState } from '~/app/components/EmptyState'
import { SearchField } from '~/app/components/form/SearchField'
import { UsersIcon } from '~/app/components/icons'
import { Main } from '~/app/components/shell/Main'
import { useText } from '~/app/i18n/text'
import { page } from '~/app/request/page'
import { hrefWith } from '~/app/request/paging'
import formStyles from '~/app/styles/patterns/forms.css?url'
import { listingQuery } from '~/server/teams/finding/contract'
import { Asked } from '../requests/Asked'
import { findForms } from './find-forms'
import { PlayerRow, TeamRow } from './Rows'
import { SeekTeamForm } from './SeekTeamForm'

export const links = () => [{ rel: 'stylesheet', href: formStyles }]

const HERE = '/Teams/Find'
const VIEWS = ['teams', 'players'] as const

/** Teams that take requests, or players who look for one (docs/rules/teams.md#finding-each-other). */
export const loader = page('User', async ({ services, ctx, url, t }) => {
  const { searchParams } = url
  const view = searchParams.get('view') === 'players' ? 'players' : 'teams'
  const sent = { search: searchParams.get('q') ?? '', before: searchParams.get('before') ?? undefined }
  // An address that is wrong shows the beginning.
  const query = listingQuery.safeParse(sent).data ?? listingQuery.parse({})
  const [found, asked, own] = await Promise.all([
    view === 'teams'
      ? services.teams.listedTeams(ctx, query).then((part) => ({ view: 'teams' as const, ...part }))
      : services.teams.listedPlayers(ctx, query).then((part) => ({ view: 'players' as const, ...part })),
    services.teams.asked(ctx),
    services.teams.listing(ctx)
  ])
  const here = { pathname: HERE, search: url.search }
  return {
    ...{ title: t('teams:find.title'), found, asked, own, q: query.search },
    more: found.next === null ? null : hrefWith(here, { before: String(found.next) }),
    first: query.before === undefined ? null : hrefWith(here, { before: null })
  }
})

export const action = findForms

export default function FindTeam() {
  const { title, found, asked, own, q, more, first } = useLoaderData<typeof loader>()
  const t = useText()
  return (
    <Main>
      <div className="page-head">
        <h1>{title}</h1>
        <form className="actions" method="get" action={HERE}>
          {found.view === 'players' && <input type="hidden" name="view" value="players" />}
          <SearchField name="q" label={t('teams:find.search')} value={q} />
        </form>
      </div>
      <div className="stack-16">
        <nav className="segmented" aria-label={t('teams:find.views')}>
          {VIEWS.map((view) => (
            <a
              key={view}
              href={view === 'teams' ? HERE : `${HERE}?view=players`}
              aria-current={found.view === view ? 'page' : undefined}
            >
              {t(`teams:find.${view}`)}
            </a>
          ))}
        </nav>
        <div className="split">
          <div className="stack-16">
            {found.data.length === 0 ? (
              <EmptyState
                icon={UsersIcon}
                title={t(q ? 'teams:find.nothing' : `teams:find.none_${found.view}`, { q })}
              >
                {t(`teams:find.none_hint_${found.view}`)}
              </EmptyState>
            ) : (
              <ul className="plain stack-16">
                {found.view === 'teams'
                  ? found.data.map((team) => <TeamRow key={team.id} {...team} />)
                  : found.data.map((player) => <PlayerRow key={player.name} {...player} />)}
              </ul>
            )}
            <div className="row">
              {first && (
                <a className="btn" href={first}>
                  {t('teams:find.first')}
                </a>
              )}
              {more && (
                <a className="btn" href={more} rel="next">
                  {t('teams:find.more')}
                </a>
              )}
            </div>
          </div>
          <aside className="stack-16" aria-label={t('teams:find.yours')}>
            <Asked rows={asked} action={HERE} />
            <SeekTeamForm own={own} />
          </aside>
        </div>
      </div>
    </Main>
  )
}
