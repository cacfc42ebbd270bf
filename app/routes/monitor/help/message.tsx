import { useLoaderData, useLocation } from '@remix-run/react'
import { z } from 'zod'
import { Banner } from '~/app/components/Banner'
import { FormMessage } from '~/app/components/form/FormMessage'
import { MessageFields } from '~/app/components/form/MessageFields'
import { Panel } from '~/app/components/Panel'
import { useFormat } from '~/app/islands/runtime/words/format'
import { useText } from '~/app/islands/runtime/words/text'
import { redirectWith } from '~/app/request/flash'
import { useFormState } from '~/app/request/form-state'
import { form } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import { page } from '~/app/request/page'
import helpStyles from '~/app/styles/patterns/help.css?url'
import { mayIn } from '~/server/access/contract'
import { messageInput, receiversQuery } from '~/server/tickets/contract'
import { monitorLinks } from '../GrowingList'
import { MonitorFrame } from '../MonitorFrame'
import { watchedGame } from '../watched'
import { ReceiversForm } from './ReceiversForm'

export const links = () => [...monitorLinks(), { rel: 'stylesheet', href: helpStyles }]

/** The receivers in the address, their number, and the form to write the message. */
export const loader = page('tickets', async (args) => {
  const { services, ctx, url, t, actor } = args
  const { game, counts, now } = await watchedGame(args, { early: true })
  const search = Object.fromEntries(url.searchParams)
  const find = (search.find ?? '').slice(0, 100)
  const found = search.participationId ? [] : await services.tickets.findTeams(ctx, game.id, find)
  const isAdmin = mayIn(actor, game.id, 'answers')
  const [only] = found
  if (only && found.length === 1) search.participationId = String(only.participationId)
  const asked = receiversQuery.safeParse(search).data ?? null
  // Ignores choices that only administrators have.
  const to = asked && (isAdmin || asked.to === 'team') ? asked : null
  return {
    title: `${t('help:message.title')} · ${game.title}`,
    ...{ game, counts, now, isAdmin, to, find },
    found: to ? [] : found,
    divisions: game.organizations ?? [],
    count: to && (await services.tickets.receivers(ctx, game.id, to)),
    byMail: services.mail.configured
  }
})

export const action = form({
  act: 'tickets',
  schema: z.preprocess((given) => {
    const sent = given as Record<string, unknown>
    return { ...sent, mail: sent.mail === 'on' }
  }, messageInput),
  fields: { 'ticket.no_mail': 'mail' },
  async run({ services, ctx, params, input }) {
    const game = idOf(params.id)
    await services.tickets.send(ctx, game, input)
    return redirectWith(`/games/${game}/monitor/Help?state=sent`, { tone: 'ok', key: 'help:done.message' })
  }
})

type Data = ReturnType<typeof useLoaderData<typeof loader>>

function WriteForm({ to, count, byMail }: { to: NonNullable<Data['to']> } & Pick<Data, 'count' | 'byMail'>) {
  const t = useText()
  const { number } = useFormat()
  const state = useFormState()
  const here = useLocation()
  const { teams, mails, team } = count ?? { teams: 0, mails: 0, team: null }
  if (teams === 0)
    return (
      <Banner tone="warn" inline>
        {t('help:message.nobody')}
      </Banner>
    )
  return (
    <Panel title={t('help:message.write')} aside={t('help:message.teams', { n: number(teams) })}>
      <form className="stack-16 help-form" method="post" action={here.pathname + here.search}>
        <FormMessage state={state} />
        {team !== null && (
          <p>
            <bdi>{team}</bdi>
          </p>
        )}
        <input type="hidden" name="to" value={to.to} />
        {to.participationId !== null && (
          <input type="hidden" name="participationId" value={to.participationId} />
        )}
        {to.division !== null && <input type="hidden" name="division" value={to.division} />}
        <input type="hidden" name="teams" value={teams} />
        <MessageFields state={state} hint={t('help:message.hint')} />
        {byMail && (
          <label className="check">
            <input type="checkbox" name="mail" defaultChecked={state?.values.mail === 'on'} />
            <span>{t('help:message.mail', { n: number(mails) })}</span>
          </label>
        )}
        <button type="submit" className="btn primary">
          {t('help:message.send')}
        </button>
      </form>
    </Panel>
  )
}

export default function Message() {
  const { game, counts, now, isAdmin, to, find, found, divisions, count, byMail } =
    useLoaderData<typeof loader>()
  const t = useText()
  return (
    <MonitorFrame game={game} tab="Help" counts={counts} now={now}>
      <div className="ticket-head">
        <h2>{t('help:message.title')}</h2>
      </div>
      <div className="stack-16">
        <ReceiversForm {...{ to, find, found, divisions, isAdmin }} />
        {to && <WriteForm {...{ to, count, byMail }} />}
        <p>
          <a className="link" href={`/games/${game.id}/monitor/Help`}>
            {t('help:all')}
          </a>
        </p>
      </div>
    </MonitorFrame>
  )
}
