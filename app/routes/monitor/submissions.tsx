import { useLoaderData } from '@remix-run/react'
import { readQuery } from '~/app/islands/monitor/query'
import { page } from '~/app/request/page'
import { ANSWER_RESULTS } from '~/server/submissions/contract'
import { GrowingList, monitorLinks } from './GrowingList'
import { growingList, rowsOf } from './monitor-lists'

export const links = monitorLinks

const ROWS_PER_PAGE = 50

export const loader = page('watch', (args) => {
  const { services, ctx, url } = args
  const { submissionCount, submissions, figures } = services.monitoring
  const query = readQuery(url.searchParams, ANSWER_RESULTS, [])
  const filter = { ...query, type: ANSWER_RESULTS.find((type) => type === query.type) }
  return growingList(args, 'Submissions', query, async (gameId, head) => {
    const [total, judged] = await Promise.all([
      submissionCount(ctx, gameId, filter),
      figures(ctx, gameId, filter, head)
    ])
    const place = await rowsOf(query, { total, size: ROWS_PER_PAGE }, (part) =>
      submissions(ctx, gameId, filter, part)
    )
    return { list: 'submissions', total, ...place, figures: judged }
  })
})

export default function Submissions() {
  return <GrowingList tab="Submissions" {...useLoaderData<typeof loader>()} />
}
