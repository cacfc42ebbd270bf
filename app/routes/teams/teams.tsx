import { useLoaderData } from '@remix-run/react'
import { SearchIcon } from '~/app/components/icons'
import { Main } from '~/app/components/shell/Main'
import { useText } from '~/app/i18n/text'
import { countriesIn } from '~/app/request/countries'
import { useFormState } from '~/app/request/form-state'
import { originOf } from '~/app/request/origin'
import { page, type UserPageArgs } from '~/app/request/page'
import formStyles from '~/app/styles/patterns/forms.css?url'
import { isAppError } from '~/server/platform/errors'
import type { TeamView } from '~/server/teams/contract'
import { teamForms } from './forms'
import { inviteLink, teamOf } from './invite-link'
import { CreatePanel, InvitePanel, JoinTeamPanel } from './Panels'
import { Asked } from './requests/Asked'
import { TeamCard } from './TeamCard'

export const links = () => [{ rel: 'stylesheet', href: formStyles }]

/** The team of an invite link; null when its code does not work, and the reader is no member. */
async function invitation({ services, ctx, url }: UserPageArgs, own: TeamView[]) {
  const code = url.searchParams.get('invite')
  if (code === null) return null
  const id = teamOf(code)
  const ignoreMissing = (error: unknown) => {
    if (isAppError(error)) return null
    throw error
  }
  const member = own.some((one) => one.id === id)
  const works = id !== null && (member || (await services.teams.invitedTo(ctx, code)) !== null)
  const team = works ? await services.teams.one(ctx, id).catch(ignoreMissing) : null
  return { code, team, member }
}

export const loader = page('User', async (args) => {
  const { services, ctx, actor, url, publicUrl, t } = args
  const [teams, details, asked] = await Promise.all([
    services.teams.mine(ctx),
    services.teams.details(ctx),
    services.teams.asked(ctx)
  ])
  const detailsOf = new Map(details.map((one) => [one.teamId, one]))
  const origin = originOf(url, publicUrl)
  const made = await Promise.all(
    teams.map(async (team) => {
      const details = detailsOf.get(team.id)
      // The reader left it, or it was deleted, since the list was read.
      if (!details) return null
      const captain = team.members?.some((member) => member.captain && member.id === actor.id) ?? false
      const lead = captain ? await services.teams.lead(ctx, team.id) : null
      return {
        team,
        details,
        captain,
        invite: lead && { code: lead.code, link: inviteLink(origin, lead.code) },
        invitations: lead?.invitations ?? [],
        waiting: lead?.waiting ?? []
      }
    })
  )
  const cards = made.filter((card) => card !== null)
  const editing = Number(url.searchParams.get('edit'))
  // A game that requires a team; new teams lead back there (forms.ts).
  const from = url.searchParams.get('from')
  const action = from ? `/Teams?from=${encodeURIComponent(from)}` : '/Teams'
  const countries = countriesIn(ctx.locale)
  return {
    title: t('teams:title'),
    ...{ cards, asked, editing, action, countries },
    invitation: await invitation(args, teams)
  }
})

export const action = teamForms

export default function Teams() {
  const { title, cards, asked, editing, action, countries, invitation } = useLoaderData<typeof loader>()
  const update = useFormState('update')
  const avatar = useFormState('avatar')
  const refused = update ?? avatar
  const t = useText()
  const own = cards.find(({ captain }) => captain)?.team ?? null
  return (
    <Main className={cards.length === 0 ? 'narrow' : undefined}>
      <div className="page-head">
        <h1>{title}</h1>
        {cards.length === 0 && <span className="sub">{t('teams:none')}</span>}
        <div className="actions">
          <a className="btn" href="/Teams/Find">
            <SearchIcon />
            {t('teams:find.title')}
          </a>
        </div>
      </div>
      <div className="stack-24">
        {invitation && <InvitePanel {...invitation} />}
        <Asked rows={asked} action="/Teams" />
        <div className={cards.length === 0 ? 'form-grid two' : 'split'}>
          {cards.length > 0 && (
            <div className="stack-24">
              {cards.map((card) => (
                <TeamCard
                  key={card.team.id}
                  {...card}
                  countries={countries}
                  editing={card.captain && (editing === card.team.id || refused !== null)}
                />
              ))}
            </div>
          )}
          {cards.length > 0 ? (
            <aside className="stack-16" aria-label={t('teams:more')}>
              <JoinTeamPanel action={action} />
              <CreatePanel own={own} action={action} />
            </aside>
          ) : (
            <>
              <CreatePanel own={own} action={action} />
              <JoinTeamPanel action={action} />
            </>
          )}
        </div>
      </div>
    </Main>
  )
}
