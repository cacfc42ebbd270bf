import { useLoaderData } from '@remix-run/react'
import { EmptyState } from '~/app/components/EmptyState'
import { TicketState } from '~/app/components/game/TicketState'
import { Moment } from '~/app/components/Moment'
import { TableHead } from '~/app/components/table/TableHead'
import { TableWrap } from '~/app/components/table/TableWrap'
import { useText } from '~/app/i18n/text'
import { page } from '~/app/request/page'
import helpStyles from '~/app/styles/patterns/help.css?url'
import { mayIn } from '~/server/access/contract'
import { TICKET_OWNERS, TICKET_STATES } from '~/server/tickets/constants'
import { type QueueRow, queueQuery } from '~/server/tickets/contract'
import { monitorLinks } from '../GrowingList'
import { MonitorFrame } from '../MonitorFrame'
import { watchedGame } from '../monitor-lists'

export const links = () => [...monitorLinks(), { rel: 'stylesheet', href: helpStyles }]

/** The filters in the address; invalid ones are left out. */
function queryOf(search: URLSearchParams) {
  const given = Object.fromEntries(
    ['state', 'challenge', 'owner', 'after'].map((name) => [name, search.get(name) || undefined])
  )
  return queueQuery.safeParse(given).data ?? queueQuery.parse({})
}

export const loader = page('tickets', async (args) => {
  const { services, ctx, url, t, actor } = args
  const { game, counts, now, begun } = await watchedGame(args, { early: true })
  const query = queryOf(url.searchParams)
  const [list, challenges] = await Promise.all([
    services.tickets.queue(ctx, game.id, query),
    begun ? services.monitoring.challenges(ctx, game.id) : []
  ])
  return {
    title: `${t('monitor:tab.Help')} · ${game.title}`,
    ...{ game, counts, now, list },
    state: query.state ?? null,
    challenge: query.challenge ?? null,
    owner: query.owner ?? null,
    challenges: challenges.map(({ id, title }) => ({ id, title })),
    isAdmin: mayIn(actor, game.id, 'answers')
  }
})

type Data = ReturnType<typeof useLoaderData<typeof loader>>

const addressOf = (query: Record<string, string | number | null>) => {
  const given = Object.entries(query).filter(([, value]) => value !== null)
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}

function Filter({
  state,
  challenge,
  owner,
  challenges
}: Pick<Data, 'state' | 'challenge' | 'owner' | 'challenges'>) {
  const t = useText()
  return (
    <div className="help-filter">
      <nav className="segmented" aria-label={t('help:column.state')}>
        {[null, ...TICKET_STATES].map((one) => (
          <a
            key={one}
            href={addressOf({ state: one, challenge, owner })}
            aria-current={one === state ? 'true' : undefined}
          >
            {t(one ? `help:state.${one}` : 'help:every')}
          </a>
        ))}
      </nav>
      <nav className="segmented" aria-label={t('help:column.owner')}>
        {[null, ...TICKET_OWNERS].map((one) => (
          <a
            key={one}
            href={addressOf({ state, challenge, owner: one })}
            aria-current={one === owner ? 'true' : undefined}
          >
            {t(`help:owner.${one ?? 'anybody'}`)}
          </a>
        ))}
      </nav>
      <form className="help-pick" method="get">
        {owner && <input type="hidden" name="owner" value={owner} />}
        {state && <input type="hidden" name="state" value={state} />}
        <select
          className="select"
          name="challenge"
          aria-label={t('help:about')}
          defaultValue={challenge ?? ''}
        >
          <option value="">{t('help:anything')}</option>
          <option value="0">{t('help:the_game')}</option>
          {challenges.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
        <button type="submit" className="btn">
          {t('help:filter')}
        </button>
      </form>
    </div>
  )
}

function TicketRow({ row, base, now }: { row: QueueRow; base: string; now: number }) {
  const t = useText()
  const { id, title, state, team, challenge, owner, messages, changedAt } = row
  const label = (key: string) => t(`help:column.${key}`)
  return (
    <tr>
      <td data-label={label('ticket')}>
        <a href={`${base}/${id}`}>
          <bdi>{title}</bdi>
        </a>
      </td>
      <td className="fit" data-label={label('state')}>
        <TicketState state={state} />
      </td>
      <td data-label={label('team')}>
        <bdi>{team.name}</bdi>
      </td>
      <td data-label={label('about')}>{challenge ? <bdi>{challenge.title}</bdi> : t('help:the_game')}</td>
      <td data-label={label('owner')}>{owner ? <bdi>{owner.name}</bdi> : t('help:owner.nobody')}</td>
      <td className="num" data-label={label('messages')}>
        {messages}
      </td>
      <td className="small" data-label={label('changed')}>
        <Moment time={changedAt} now={now} />
      </td>
    </tr>
  )
}

const COLUMNS = ['ticket', 'state', 'team', 'about', 'owner', 'messages', 'changed']

export default function Queue() {
  const { game, counts, now, list, state, challenge, owner, challenges, isAdmin } =
    useLoaderData<typeof loader>()
  const t = useText()
  const base = `/games/${game.id}/monitor/Help`
  const isFiltered = state !== null || challenge !== null || owner !== null
  return (
    <MonitorFrame game={game} tab="Help" counts={counts} now={now}>
      <div className="stack-16">
        <div className="row">
          <a className="btn" href={`${base}/Message`}>
            {t('help:message.title')}
          </a>
          <a className="btn" href={`${base}/Earlier`}>
            {t('help:earlier.title')}
          </a>
          {isAdmin && (
            <a className="btn" href={`${base}/Answers`}>
              {t('help:canned.title')}
            </a>
          )}
        </div>
        <Filter {...{ state, challenge, owner, challenges }} />
        {list.data.length === 0 ? (
          <EmptyState title={t(isFiltered ? 'help:none_fits' : 'help:none')}>
            {t('help:queue_text')}
          </EmptyState>
        ) : (
          <TableWrap label={t('monitor:tab.Help')}>
            <table className="table cards">
              <TableHead
                columns={COLUMNS.map((key) => ({ text: t(`help:column.${key}`), num: key === 'messages' }))}
              />
              <tbody>
                {list.data.map((row) => (
                  <TicketRow key={row.id} {...{ row, base, now }} />
                ))}
              </tbody>
            </table>
          </TableWrap>
        )}
        {list.next && (
          <p>
            <a className="btn" href={addressOf({ state, challenge, owner, after: list.next })}>
              {t('help:more')}
            </a>
          </p>
        )}
      </div>
    </MonitorFrame>
  )
}
