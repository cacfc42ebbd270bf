import { useLoaderData } from '@remix-run/react'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/i18n/text'
import { redirectWith } from '~/app/request/flash'
import { form } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import { page } from '~/app/request/page'
import helpStyles from '~/app/styles/patterns/help.css?url'
import { mayIn } from '~/server/access/contract'
import { receiversQuery } from '~/server/tickets/contract'
import { monitorLinks } from '../GrowingList'
import { MonitorFrame } from '../MonitorFrame'
import { watchedGame } from '../monitor-lists'
import { MessageForm } from './MessageForm'
import { messageForm, messageOf } from './message-form'

export const links = () => [...monitorLinks(), { rel: 'stylesheet', href: helpStyles }]

/** The form to write a message; the address may name its receivers. */
export const loader = page('tickets', async (args) => {
  const { services, ctx, url, t, actor } = args
  const { game, counts, now } = await watchedGame(args, { early: true })
  const asked = receiversQuery.safeParse(Object.fromEntries(url.searchParams)).data ?? null
  const team = asked?.to === 'team' ? await services.tickets.receivers(ctx, game.id, asked) : null
  return {
    title: `${t('help:message.title')} · ${game.title}`,
    ...{ game, counts, now },
    isAdmin: mayIn(actor, game.id, 'answers'),
    to: { kind: asked?.to ?? 'team', find: team?.team ?? '', division: asked?.division ?? null },
    divisions: game.organizations ?? [],
    byMail: services.mail.configured
  }
})

export const action = form({
  act: 'tickets',
  schema: messageForm,
  fields: { 'ticket.no_mail': 'mail', 'field.required': 'division' },
  async run(args) {
    const { services, ctx, params, input } = args
    const game = idOf(params.id)
    const read = await messageOf(args, game, input)
    if (read.refused) return read.refused
    await services.tickets.send(ctx, game, read.message)
    return redirectWith(`/games/${game}/monitor/Help?state=sent`, { tone: 'ok', key: 'help:done.message' })
  }
})

export default function Message() {
  const { game, counts, now, ...receivers } = useLoaderData<typeof loader>()
  const t = useText()
  const help = `/games/${game.id}/monitor/Help`
  return (
    <MonitorFrame game={game} tab="Help" counts={counts} now={now}>
      <div className="ticket-head">
        <h2>{t('help:message.title')}</h2>
      </div>
      <div className="stack-16">
        <Panel title={t('help:message.write')}>
          <MessageForm href={`${help}/Message`} {...receivers} />
        </Panel>
        <p>
          <a className="link" href={help}>
            {t('help:all')}
          </a>
        </p>
      </div>
    </MonitorFrame>
  )
}
