import type { InstanceLogLine } from '~/server/instances/contract'

/** A log in the browser holds no more than this. */
export const MOST = 500

/** What was written and what came after it, each once: lines of the last millisecond may come again. */
export function joined(
  known: readonly InstanceLogLine[],
  fresh: readonly InstanceLogLine[]
): readonly InstanceLogLine[] {
  const last = known.at(-1)?.at ?? Number.NEGATIVE_INFINITY
  const recent = new Set(known.filter(({ at }) => at >= last).map(({ stream, text }) => stream + text))
  const news = fresh.filter(
    ({ at, stream, text }) => at > last || (at === last && !recent.has(stream + text))
  )
  return news.length === 0 ? known : [...known, ...news].slice(-MOST)
}
