import { useLoaderData } from '@remix-run/react'
import { readQuery } from '~/app/islands/monitor/query'
import { page } from '~/app/request/page'
import { ANSWER_RESULTS } from '~/server/submissions/contract'
import { GrowingList, monitorLinks } from './GrowingList'
import { growingList, pageWithin } from './watched'

export const links = monitorLinks

/** behaviour.md 13.6 */
const ROWS_A_PAGE = 50

export const loader = page('Monitor', (args) => {
  const { services, ctx, url } = args
  const { submissionCount, submissions, figures } = services.monitoring
  const query = readQuery(url.searchParams, ANSWER_RESULTS, [])
  const filter = { ...query, type: ANSWER_RESULTS.find((type) => type === query.type) }
  return growingList(args, 'Submissions', query, async (gameId, head) => {
    const [total, judged] = await Promise.all([
      submissionCount(ctx, gameId, filter),
      figures(ctx, gameId, head)
    ])
    const { skip, ...place } = pageWithin(query.page, total, ROWS_A_PAGE)
    const rows = await submissions(ctx, gameId, filter, { count: ROWS_A_PAGE, skip })
    return { list: 'submissions', rows, total, ...place, figures: judged }
  })
})

export default function Submissions() {
  return <GrowingList tab="Submissions" {...useLoaderData<typeof loader>()} />
}
