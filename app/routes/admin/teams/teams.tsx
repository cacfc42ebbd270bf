import { useLoaderData } from '@remix-run/react'
import { EmptyState } from '~/app/components/EmptyState'
import { FormMessage } from '~/app/components/form/FormMessage'
import { ListFoot } from '~/app/components/table/ListFoot'
import { useText } from '~/app/i18n/text'
import { countriesIn } from '~/app/request/countries'
import { idOf } from '~/app/request/ids'
import { page } from '~/app/request/page'
import { hrefWith, pageFrom, readSearch } from '~/app/request/paging'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import { teamHint } from '~/server/teams/contract'
import { AdminFrame } from '../AdminFrame'
import { useRefused } from '../draft-state'
import { ListHead, NothingFits } from '../ListHead'
import { TeamEditPanel } from './TeamEditPanel'
import { TeamsTable } from './TeamsTable'
import { teamForms } from './team-forms'

export const links = () => [{ rel: 'stylesheet', href: adminStyles }]

const TEAMS_PER_PAGE = 30

export const loader = page('Admin', async ({ services, ctx, url, t, format }) => {
  const { searchParams } = url
  const q = readSearch(searchParams)
  const { hint } = teamHint.safeParse({ hint: q }).data ?? { hint: '' }
  const { rows, ...place } = await pageFrom(searchParams.get('page'), TEAMS_PER_PAGE, (part) =>
    services.teams.adminList(ctx, { ...part, hint })
  )
  const teams = rows.map(({ createdAt, members, ...team }) => ({
    ...team,
    created: { at: createdAt, day: format.day(new Date(createdAt)) },
    captain: members?.find(({ captain }) => captain)?.userName ?? '',
    members: members?.length ?? 0
  }))
  const requested = searchParams.get('team')
  const id = requested === null ? null : idOf(requested)
  const opened =
    id === null
      ? null
      : await Promise.all([services.teams.adminOne(ctx, id), services.teams.adminRemoval(ctx, id)])
  const open = opened && {
    team: opened[0],
    countries: countriesIn(ctx.locale),
    removal: opened[1],
    href: url.pathname + url.search,
    back: hrefWith(url, { team: null, page: searchParams.get('page') })
  }
  return { title: t('teams:admin.title'), teams, place, q: hint, open }
})

export const action = teamForms

export default function Teams() {
  const { title, teams, place, q, open } = useLoaderData<typeof loader>()
  const draft = useRefused()
  const t = useText()
  return (
    <AdminFrame>
      <ListHead
        title={title}
        count={q === '' ? place.total : null}
        find={(q !== '' || place.total > 0) && { href: '/admin/Teams', label: t('teams:admin.find'), q }}
      />
      <div className="stack-16">
        {open ? <TeamEditPanel {...open} state={draft} /> : <FormMessage state={draft} />}
        {teams.length > 0 ? (
          <TeamsTable label={title} teams={teams} />
        ) : q === '' ? (
          <EmptyState title={t('teams:admin.none')} />
        ) : (
          <NothingFits title={t('teams:admin.nothing', { q })} href="/admin/Teams" />
        )}
      </div>
      <ListFoot place={place} label="admin:place" />
    </AdminFrame>
  )
}
