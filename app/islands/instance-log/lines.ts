import type { InstanceLogLine } from '~/server/instances/contract'

export const MAX_LINES = 500

/** Joins old and new lines, each once: lines of the last millisecond may come twice. */
export function joined(
  known: readonly InstanceLogLine[],
  fresh: readonly InstanceLogLine[]
): readonly InstanceLogLine[] {
  const last = known.at(-1)?.at ?? Number.NEGATIVE_INFINITY
  const recent = new Set(known.filter(({ at }) => at >= last).map(({ stream, text }) => stream + text))
  const news = fresh.filter(
    ({ at, stream, text }) => at > last || (at === last && !recent.has(stream + text))
  )
  return news.length === 0 ? known : [...known, ...news].slice(-MAX_LINES)
}
