import { z } from 'zod'
import { notFoundPage } from '~/app/request/errors'
import type { UserPageArgs } from '~/app/request/page'
import { pageFrom } from '~/app/request/paging'
import { hasContainer } from '~/server/challenges/contract'
import type { InstanceFilter } from '~/server/instances/contract'
import { isAppError } from '~/server/platform/errors'
import type { Opened } from './Drawer'
import { leaseOf } from './lease'
import type { Row } from './page'

const ROWS_PER_PAGE = 30
const MAX_GAMES = 1000
const TIMEOUT_MS = 1500

/** Result of an engine; null when it is late. */
async function inTime<T>(answer: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, TIMEOUT_MS, null)
  })
  try {
    return await Promise.race([answer.catch(silence), late])
  } finally {
    clearTimeout(timer)
  }
}

/** An engine that does not respond must not break the page. */
function silence(error: unknown): null {
  if (isAppError(error) && error.status === 503) return null
  throw error
}

export const orphansOf = ({ services, ctx }: UserPageArgs) => services.instances.orphans(ctx).catch(silence)

export async function rowsOf(
  { services, ctx, url }: UserPageArgs,
  { filter, window, measured }: { filter: InstanceFilter; window: number; measured: boolean }
) {
  const { rows, ...place } = await pageFrom(url.searchParams.get('page'), ROWS_PER_PAGE, (part) =>
    services.instances.list(ctx, filter, part)
  )
  const running = rows.filter(({ state }) => state === 'ready' || state === 'unhealthy').map(({ id }) => id)
  const usages = measured ? await inTime(services.instances.usage(ctx, running)) : []
  const usageOf = new Map((usages ?? []).map((usage) => [usage.instance, usage]))
  const now = ctx.now.getTime()
  return {
    place,
    silent: usages === null,
    rows: rows.map(
      (row): Row => ({ row, lease: leaseOf(row, window, now), usage: usageOf.get(row.id) ?? null })
    )
  }
}

/** The instance of `?i=`; null without one. @throws Response 404 when it does not exist */
export async function openedOf(
  { services, ctx, url }: UserPageArgs,
  { window, measured }: { window: number; measured: boolean }
): Promise<Opened | null> {
  const requested = url.searchParams.get('i')
  if (requested === null) return null
  const id = z.uuid().toLowerCase().safeParse(requested).data
  if (!id) throw notFoundPage()
  const details = await services.instances.one(ctx, id)
  const runs = details.state === 'ready' || details.state === 'unhealthy'
  const [images, log, usages, traffic] = await Promise.all([
    services.engines.imagesOf(ctx, details.spec.images),
    details.state === 'queued' ? [] : inTime(services.instances.logs(ctx, id, null)),
    measured && runs ? inTime(services.instances.usage(ctx, [id])) : null,
    services.instances.traffic(ctx, id)
  ])
  return {
    details,
    lease: leaseOf(details, window, ctx.now.getTime()),
    digests: Object.fromEntries(
      images.flatMap(({ engine, reference, digest }) =>
        engine === details.engine && digest ? [[reference, digest]] : []
      )
    ),
    log,
    usage: usages?.[0] ?? null,
    traffic,
    measured: measured && runs
  }
}

export async function choicesOf({ services, ctx }: UserPageArgs, { game }: InstanceFilter) {
  const { data } = await services.games.editList(ctx, { count: MAX_GAMES, skip: 0 })
  const known = data.some(({ id }) => id === game)
  const challenges = game !== null && known ? await services.challenges.editList(ctx, game) : []
  return {
    games: data.map(({ id, title }) => ({ id, title })),
    challenges: challenges.filter(({ type }) => hasContainer(type)).map(({ id, title }) => ({ id, title }))
  }
}

/** Neighbours in a page of the list; null at its ends, both null when the id is missing. */
export function besideOf(rows: readonly { row: { id: string } }[], id: string) {
  const place = rows.findIndex(({ row }) => row.id === id)
  const at = (index: number) => (place < 0 ? null : (rows[index]?.row.id ?? null))
  return { previous: at(place - 1), next: at(place + 1) }
}
