import { useLoaderData, useLocation } from '@remix-run/react'
import { z } from 'zod'
import { EmptyState } from '~/app/components/EmptyState'
import { Confirm } from '~/app/components/form/Confirm'
import { FormMessage } from '~/app/components/form/FormMessage'
import { CircleCheckIcon, DownloadIcon } from '~/app/components/icons'
import { ListFoot } from '~/app/components/table/ListFoot'
import { useText } from '~/app/i18n/text'
import { redirectWith } from '~/app/request/flash'
import { forms, oneForm } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import { page, pathOf } from '~/app/request/page'
import { pageFrom, readSearch } from '~/app/request/paging'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import bulkStyles from '~/app/styles/patterns/bulk.css?url'
import { reviewReason, STORED_STATUSES, type StoredStatus } from '~/server/participations/contract'
import { BULK_ROWS, bulkIds, idParam } from '~/server/platform/wire'
import { AdminFrame } from '../../AdminFrame'
import { bulkForm, bulkResult, type Names, nothingSelected } from '../../bulk-form'
import { useRefused } from '../../draft-state'
import { GameHead } from '../GameHead'
import { loadGameHead } from '../head'
import { ReviewList, RowsAPage } from './ReviewList'
import { ReviewTools } from './ReviewTools'

export const links = () => [adminStyles, bulkStyles].map((href) => ({ rel: 'stylesheet', href }))

const SIZES = [10, 30, BULK_ROWS]

export const loader = page('review', async (args) => {
  const { services, ctx, url, t } = args
  const { game, heading } = await loadGameHead(args)
  const { searchParams } = url
  const filter = {
    search: readSearch(searchParams),
    status: STORED_STATUSES.find((status) => status === searchParams.get('status')) ?? null,
    division: searchParams.get('division') || null
  }
  const size = SIZES.find((one) => String(one) === searchParams.get('rows')) ?? SIZES[0]!
  const { participations } = services
  const [{ waiting, counts, divisions }, { rows, ...place }] = await Promise.all([
    participations.reviewSummary(ctx, game.id, filter),
    pageFrom(searchParams.get('page'), size, (part) => participations.reviewPage(ctx, game.id, filter, part))
  ])
  const title = `${t('admin:tab.Review')} · ${game.title}`
  return {
    title,
    heading,
    rows,
    place,
    size,
    /** Count over all pages, for "accept all". */
    waiting,
    // Teams may be in divisions that the game no longer has.
    divisions: [...new Set([...(game.organizations ?? []), ...divisions])],
    offered: game.organizations ?? [],
    counts,
    filter,
    limit: game.teamMemberCountLimit,
    asked: game.registrationFields
  }
})

const teamNames: Names = ({ services, ctx, params }, ids) =>
  services.participations.reviewNames(ctx, idOf(params.id), ids)

const become = (status: StoredStatus) =>
  bulkForm('review', teamNames, ({ services, ctx, params }, ids, form) => {
    // Each question of the bar has a field of its own.
    const reason = reviewReason.catch('').parse(form[`reason-${status}`])
    return services.participations.setStatuses(ctx, idOf(params.id), ids, status, reason)
  })

export const action = forms({
  'bulk-Accepted': become('Accepted'),
  'bulk-Rejected': become('Rejected'),
  'bulk-Suspended': become('Suspended'),

  'bulk-division': oneForm({
    act: 'review',
    schema: z.object({ ids: bulkIds, division: z.string().max(256) }),
    async run(args) {
      const { ids, division } = args.input
      if (ids.length === 0) return nothingSelected(pathOf(args))
      const gameId = idOf(args.params.id)
      const { participations } = args.services
      const outcome = await participations.setDivisions(args.ctx, gameId, ids, division || null)
      return bulkResult(args, pathOf(args), outcome, { names: teamNames })
    }
  }),

  move: oneForm({
    act: 'review',
    schema: z.object({
      participation: idParam,
      to: z.enum(STORED_STATUSES),
      reason: reviewReason.optional()
    }),
    async run(args) {
      const { services, ctx, input } = args
      const { participation, to: status, reason } = input
      await services.participations.change(ctx, participation, { status, reason })
      return redirectWith(pathOf(args), { tone: 'ok', key: `admin:review.done.${input.to}` })
    }
  }),

  division: oneForm({
    act: 'review',
    schema: z.object({ participation: idParam, organization: z.string() }),
    async run(args) {
      const { services, ctx, input } = args
      await services.participations.change(ctx, input.participation, {
        organization: input.organization || null
      })
      return redirectWith(pathOf(args), { tone: 'ok', key: 'admin:review.division_done' })
    }
  }),

  // Only registrations that were listed when the button was made.
  acceptAll: oneForm({
    act: 'review',
    schema: z.object({
      waiting: z
        .string()
        .transform((ids) => ids.split(','))
        .pipe(z.array(idParam))
    }),
    async run(args) {
      const { services, ctx, params, input } = args
      const count = await services.participations.acceptWaiting(ctx, idOf(params.id), input.waiting)
      return redirectWith(pathOf(args), { tone: 'ok', key: 'admin:review.all_accepted', params: { count } })
    }
  })
})

export default function Review() {
  const { heading, rows, place, size, waiting, divisions, offered, counts, filter, limit, asked } =
    useLoaderData<typeof loader>()
  const t = useText()
  const here = useLocation()
  const filtered = filter.search !== '' || filter.status !== null || filter.division !== null
  return (
    <AdminFrame>
      <GameHead
        heading={heading}
        tab="Review"
        title={t('admin:tab.Review')}
        actions={
          <>
            <a className="btn" href={`/api/game/${heading.id}/participations/csv`} download>
              <DownloadIcon />
              {t('questions:csv')}
            </a>
            {waiting.length > 0 && (
              <Confirm
                label={t('admin:review.accept_all', { count: waiting.length })}
                question={t('admin:review.accept_all_question')}
                confirm={t('admin:review.accept')}
                action={here.pathname + here.search}
                fields={{ intent: 'acceptAll', waiting: waiting.join(',') }}
              />
            )}
          </>
        }
      />
      <FormMessage state={useRefused()} />
      <ReviewTools counts={counts} divisions={divisions} filter={filter} />
      {rows.length > 0 ? (
        <ReviewList rows={rows} limit={limit} offered={offered} asked={asked} />
      ) : (
        <EmptyState
          icon={filtered ? undefined : CircleCheckIcon}
          title={t(filter.status === 'Pending' ? 'admin:review.all_reviewed' : 'admin:review.none')}
        >
          {t(filtered ? 'admin:review.none_fits' : 'admin:review.none_text')}
        </EmptyState>
      )}
      <ListFoot place={place} label="admin:place" />
      {place.total > SIZES[0]! && <RowsAPage size={size} sizes={SIZES} />}
    </AdminFrame>
  )
}
