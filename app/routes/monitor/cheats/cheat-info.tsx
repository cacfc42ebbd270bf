import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { Banner } from '~/app/components/Banner'
import { EmptyState } from '~/app/components/EmptyState'
import { FormMessage } from '~/app/components/form/FormMessage'
import { ScanEyeIcon } from '~/app/components/icons'
import { ListFoot } from '~/app/components/table/ListFoot'
import { useText } from '~/app/i18n/text'
import { redirectWith } from '~/app/request/flash'
import { useFormState } from '~/app/request/form-state'
import { form } from '~/app/request/forms'
import { page, pathOf } from '~/app/request/page'
import { pageOf } from '~/app/request/paging'
import { mayIn } from '~/server/access/contract'
import { reviewReason } from '~/server/participations/contract'
import { idParam } from '~/server/platform/wire'
import { monitorLinks } from '../GrowingList'
import { MonitorFrame } from '../MonitorFrame'
import { watchedGame } from '../monitor-lists'
import { Match } from '../signals/Match'
import { ByTeam } from './ByTeam'
import { byTeam } from './by-team'
import { CheatTable } from './CheatTable'
import { CheatViews } from './CheatViews'

export const links = monitorLinks

const CARDS_PER_PAGE = 20
const ROWS_PER_PAGE = 50

export const loader = page('watch', async (args) => {
  const { services, ctx, url, t, actor } = args
  const { game, counts, now } = await watchedGame(args)
  const [all, challenges] = await Promise.all([
    services.monitoring.cheats(ctx, game.id),
    services.monitoring.challenges(ctx, game.id)
  ])
  const table = url.searchParams.get('view') === 'table'
  const { rows, ...place } = pageOf(all, url.searchParams.get('page'), table ? ROWS_PER_PAGE : CARDS_PER_PAGE)
  return {
    title: `${t('monitor:tab.CheatInfo')} · ${game.title}`,
    game,
    counts,
    now,
    rows,
    place,
    teams: table ? [] : byTeam(all),
    challenges,
    table,
    /** Only who reviews suspends (docs/rules/interface.md#pages-and-roles). */
    decides: mayIn(actor, game.id, 'review')
  }
})

export const action = form({
  act: 'review',
  schema: z.object({
    participation: idParam,
    to: z.enum(['Accepted', 'Suspended']),
    reason: reviewReason.optional()
  }),
  async run(args) {
    const { services, ctx, input } = args
    const { participation, to: status, reason } = input
    await services.participations.change(ctx, participation, { status, reason })
    return redirectWith(pathOf(args), { tone: 'ok', key: `monitor:cheat.done.${input.to}` })
  }
})

export default function CheatInfo() {
  const { game, counts, now, rows, place, teams, challenges, table, decides } = useLoaderData<typeof loader>()
  const t = useText()
  const shared = { now, decides, challenges }
  return (
    <MonitorFrame game={game} tab="CheatInfo" counts={counts} now={now}>
      <FormMessage state={useFormState()} />
      {place.total > 0 && (
        <Banner tone="warn" inline announce={false}>
          {t('monitor:cheat.evidence')}
        </Banner>
      )}
      <CheatViews gameId={game.id} current={table ? 'table' : 'matches'} />
      {place.total === 0 ? (
        <EmptyState icon={ScanEyeIcon} title={t('monitor:cheat.none')}>
          {t('monitor:cheat.none_text')}
        </EmptyState>
      ) : (
        <>
          {table ? (
            <CheatTable list={rows} {...shared} />
          ) : (
            <div className="stack-16 mt">
              {rows.map((cheat) => (
                <Match key={cheat.submission.id} cheat={cheat} {...shared} />
              ))}
            </div>
          )}
          <ListFoot place={place} label="monitor:place" />
          {!table && <ByTeam teams={teams} decides={decides} />}
        </>
      )}
    </MonitorFrame>
  )
}
