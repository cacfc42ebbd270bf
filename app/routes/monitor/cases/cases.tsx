import { useLoaderData } from '@remix-run/react'
import { EmptyState } from '~/app/components/EmptyState'
import { ScaleIcon } from '~/app/components/icons'
import { Moment } from '~/app/components/Moment'
import { ListFoot } from '~/app/components/table/ListFoot'
import { Table } from '~/app/components/table/Table'
import { useText } from '~/app/i18n/text'
import { page } from '~/app/request/page'
import { pageFrom } from '~/app/request/paging'
import { CASE_STATES } from '~/server/cases/constants'
import { monitorLinks } from '../GrowingList'
import { MonitorFrame } from '../MonitorFrame'
import { watchedGame } from '../monitor-lists'
import { CaseState } from './CaseState'

export const links = monitorLinks

const PAGE_SIZE = 30

export const loader = page('cases', async (args) => {
  const { services, ctx, url, t } = args
  const { game, counts, now } = await watchedGame(args)
  const state = CASE_STATES.find((one) => one === url.searchParams.get('state')) ?? null
  const { rows, ...place } = await pageFrom(url.searchParams.get('page'), PAGE_SIZE, (part) =>
    services.cases.list(ctx, game.id, { ...part, state })
  )
  return { title: `${t('monitor:tab.Cases')} · ${game.title}`, game, counts, now, state, rows, place }
})

type Row = ReturnType<typeof useLoaderData<typeof loader>>['rows'][number]

function CaseRow({ row, base, now }: { row: Row; base: string; now: number }) {
  const t = useText()
  const label = (key: string) => t(`cases:column.${key}`)
  const { number, title, teams, state, waiting, assignedTo, evidence, notes, openedBy, time } = row
  return (
    <tr>
      <td data-label={label('case')}>
        <a href={`${base}/${number}`}>
          {number} · <bdi>{title}</bdi>
        </a>
      </td>
      <td className="fit" data-label={label('state')}>
        <CaseState state={state} waiting={waiting} />
      </td>
      <td data-label={label('teams')}>
        <span>
          {teams.slice(0, 3).map(({ participationId, name }, place) => (
            <span key={participationId}>
              {place > 0 && ', '}
              <bdi>{name}</bdi>
            </span>
          ))}
          {teams.length > 3 && ` +${teams.length - 3}`}
        </span>
      </td>
      <td className="num" data-label={label('evidence')}>
        {evidence}
      </td>
      <td className="num" data-label={label('notes')}>
        {notes}
      </td>
      <td data-label={label('assigned')}>{assignedTo ?? '–'}</td>
      <td className="small" data-label={label('opened')}>
        <span>
          {openedBy ?? '–'}, <Moment time={time} now={now} />
        </span>
      </td>
    </tr>
  )
}

const COLUMNS = ['case', 'state', 'teams', 'evidence', 'notes', 'assigned', 'opened']

export default function Cases() {
  const { game, counts, now, state, rows, place } = useLoaderData<typeof loader>()
  const t = useText()
  const base = `/games/${game.id}/monitor/Cases`
  return (
    <MonitorFrame game={game} tab="Cases" counts={counts} now={now}>
      <nav className="segmented" aria-label={t('cases:column.state')}>
        {[null, ...CASE_STATES].map((one) => (
          <a key={one} href={one ? `?state=${one}` : '?'} aria-current={one === state ? 'true' : undefined}>
            {t(one ? `cases:state.${one}` : 'cases:all')}
          </a>
        ))}
      </nav>
      {rows.length === 0 ? (
        <EmptyState icon={ScaleIcon} title={t(state ? 'cases:none_fits' : 'cases:none')}>
          {t('cases:none_text')}
        </EmptyState>
      ) : (
        <div className="mt">
          <Table
            label={t('monitor:tab.Cases')}
            className="cards"
            columns={COLUMNS.map((key) => ({
              text: t(`cases:column.${key}`),
              num: key === 'evidence' || key === 'notes'
            }))}
          >
            {rows.map((row) => (
              <CaseRow key={row.number} {...{ row, base, now }} />
            ))}
          </Table>
        </div>
      )}
      <ListFoot place={place} label="cases:place" />
    </MonitorFrame>
  )
}
