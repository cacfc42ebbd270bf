import { posix } from 'node:path'
import type { Source } from '../archive/source'
import { TRANSFER_LIMITS } from '../contract'
import { type Attempt, readText } from '../layouts'
import { archiveFault } from '../report-lines'
import { byChallenge, type RowsOf, tableOf } from './tables'

type Row = RowsOf<'challenges'>[number]
type Dynamic = RowsOf<'dynamic_challenge'>[number] | undefined

/** ctfcli's members for points; newer versions of CTFd store them with the challenge. */
function worthOf(row: Row, dynamic: Dynamic) {
  const kind = row.function ?? dynamic?.function ?? dynamic?.dynamic_function
  const initial = row.initial ?? dynamic?.initial ?? dynamic?.dynamic_initial
  const minimum = row.minimum ?? dynamic?.minimum ?? dynamic?.dynamic_minimum
  const decay = row.decay ?? dynamic?.decay ?? dynamic?.dynamic_decay
  const falls = kind !== 'static' && initial != null && minimum != null && decay != null
  return falls
    ? { type: 'dynamic', extra: { initial, minimum, decay, function: kind ?? 'logarithmic' } }
    : { value: row.value ?? initial ?? undefined }
}

function namedIn(requirements: unknown, challenges: readonly Row[]) {
  if (typeof requirements !== 'object' || requirements === null) return undefined
  const { prerequisites } = requirements as { prerequisites?: unknown }
  return (Array.isArray(prerequisites) ? prerequisites : []).flatMap((id) => {
    const known = challenges.find((one) => one.id === Number(id))
    return known ? (known.name ?? `Challenge ${known.id}`) : String(id)
  })
}

const fileOf = (location: string) => ({
  file: `uploads/${location.replace(/^\/+/, '')}`,
  as: posix.basename(location)
})

/** @throws AppError `archive.bad_table`, `archive.too_many_challenges` before the others are read */
export async function ctfdChallenges(
  source: Source,
  root: string
): Promise<(Attempt & { path: string; folder: string })[]> {
  const [challenges, dynamics] = [
    await tableOf(source, root, 'challenges'),
    new Map((await tableOf(source, root, 'dynamic_challenge')).map((row) => [row.id, row]))
  ]
  if (challenges.length > TRANSFER_LIMITS.challenges)
    throw archiveFault('too_many_challenges', { max: TRANSFER_LIMITS.challenges })
  const flags = byChallenge(await tableOf(source, root, 'flags'))
  const hints = byChallenge(await tableOf(source, root, 'hints'))
  const tags = byChallenge(await tableOf(source, root, 'tags'))
  const files = byChallenge(await tableOf(source, root, 'files'))
  const made: (Attempt & { path: string; folder: string })[] = []
  for (const row of challenges) {
    const type = row.type ?? 'standard'
    const definition = {
      name: row.name ?? `Challenge ${row.id}`,
      category: row.category ?? undefined,
      description: row.description ?? '',
      attribution: row.attribution ?? undefined,
      connection_info: row.connection_info ?? undefined,
      attempts: row.max_attempts ?? undefined,
      logic: row.logic ?? undefined,
      requirements: namedIn(row.requirements, challenges),
      tags: (tags.get(row.id) ?? []).flatMap(({ value }) => value ?? []),
      type,
      ...worthOf(row, dynamics.get(row.id)),
      flags: (flags.get(row.id) ?? []).map(({ content, ...flag }) => ({
        type: flag.type ?? 'static',
        content: content ?? '',
        data: flag.data ?? undefined
      })),
      hints: (hints.get(row.id) ?? []).map(({ content, cost }) => ({
        content: content ?? '',
        cost: cost ?? undefined
      })),
      provide: (files.get(row.id) ?? []).flatMap(({ location }) => (location ? [fileOf(location)] : []))
    }
    const path = `db/challenges.json: ${row.id}`
    const place = { source, base: root, path }
    made.push({ path, folder: path, ...(await readText(JSON.stringify(definition), place, definition.name)) })
  }
  return made
}
