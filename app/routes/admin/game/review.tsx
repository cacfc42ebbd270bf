import { useLoaderData, useLocation } from '@remix-run/react'
import { z } from 'zod'
import { Confirm } from '~/app/components/Confirm'
import { EmptyState } from '~/app/components/EmptyState'
import { FormMessage } from '~/app/components/FormMessage'
import { CircleCheckIcon } from '~/app/components/icons'
import { ListFoot } from '~/app/components/ListFoot'
import { useText } from '~/app/islands/runtime/text'
import { redirectWith } from '~/app/request/flash'
import { forms, oneForm } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import { page, pathOf } from '~/app/request/page'
import { pageOf } from '~/app/request/paging'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import { STORED_STATUSES } from '~/server/participations/contract'
import { idParam } from '~/server/platform/wire'
import { AdminFrame } from '../AdminFrame'
import { useDraft } from '../draft-state'
import { GameHead } from './GameHead'
import { gameOf } from './head'
import { ReviewRow } from './ReviewRow'
import { ReviewTools } from './ReviewTools'
import { countByStatus, reviewList } from './reviewing'

export const links = () => [{ rel: 'stylesheet', href: adminStyles }]

/** behaviour.md 13.6 */
const ROWS_A_PAGE = 10

export const loader = page('Admin', async (args) => {
  const { services, ctx, url, t } = args
  const { game, heading } = await gameOf(args)
  const { searchParams } = url
  const all = await services.participations.review(ctx, game.id)
  const filter = {
    q: searchParams.get('q') ?? '',
    status: STORED_STATUSES.find((status) => status === searchParams.get('status')) ?? null,
    division: searchParams.get('division') || null
  }
  const { rows, ...place } = pageOf(reviewList(all, filter), searchParams.get('page'), ROWS_A_PAGE)
  // Teams may sit in divisions that the game no longer offers.
  const taken = all.flatMap(({ organization }) => organization ?? [])
  const divisions = [...new Set([...(game.organizations ?? []), ...taken])]
  const counts = countByStatus(all)
  const title = t('admin:tab.Review')
  return { title, heading, rows, place, divisions, counts, filter, limit: game.teamMemberCountLimit }
})

export const action = forms({
  move: oneForm({
    role: 'Admin',
    schema: z.object({ participation: idParam, to: z.enum(STORED_STATUSES) }),
    async run(args) {
      const { services, ctx, input } = args
      await services.participations.setStatus(ctx, input.participation, input.to)
      return redirectWith(pathOf(args), { tone: 'ok', key: `admin:review.done.${input.to}` })
    }
  }),

  acceptAll: oneForm({
    role: 'Admin',
    schema: z.object({}),
    async run(args) {
      const { services, ctx, params } = args
      const all = await services.participations.review(ctx, idOf(params.id))
      const waiting = all.filter(({ status }) => status === 'Pending')
      for (const { id } of waiting) await services.participations.setStatus(ctx, id, 'Accepted')
      return redirectWith(pathOf(args), {
        tone: 'ok',
        key: 'admin:review.all_accepted',
        params: { count: waiting.length }
      })
    }
  })
})

export default function Review() {
  const { title, heading, rows, place, divisions, counts, filter, limit } = useLoaderData<typeof loader>()
  const t = useText()
  const here = useLocation()
  const filtered = filter.q !== '' || filter.status !== null || filter.division !== null
  return (
    <AdminFrame>
      <GameHead
        heading={heading}
        tab="Review"
        title={title}
        actions={
          counts.Pending > 0 && (
            <Confirm
              label={t('admin:review.accept_all', { count: counts.Pending })}
              question={t('admin:review.accept_all_question')}
              confirm={t('admin:review.accept')}
              action={here.pathname + here.search}
              fields={{ intent: 'acceptAll' }}
            />
          )
        }
      />
      <FormMessage state={useDraft()} />
      <ReviewTools counts={counts} divisions={divisions} filter={filter} />
      {rows.length > 0 ? (
        <div className="panel">
          <ul className="review-list">
            {rows.map((row) => (
              <ReviewRow key={row.id} row={row} limit={limit} />
            ))}
          </ul>
        </div>
      ) : (
        <EmptyState
          icon={filtered ? undefined : CircleCheckIcon}
          title={t(filter.status === 'Pending' ? 'admin:review.all_reviewed' : 'admin:review.none')}
        >
          {t(filtered ? 'admin:review.none_fits' : 'admin:review.none_text')}
        </EmptyState>
      )}
      <ListFoot place={place} label="admin:place" />
    </AdminFrame>
  )
}
