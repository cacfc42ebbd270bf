/** State of a list in its address. Null and blank: no filter. */
export interface Query {
  type: string | null
  kind: string | null
  challenge: number | null
  team: number | null
  search: string
  page: number
  /** Rows after, or before, this `Position` (as text). The page is then only a number. */
  older?: string
  newer?: string
}

/** Position of a row by its time (ISO 8601) and key: `s` and a submission's id, or `e` and an event's. */
export const positionOfRow = (time: string, key: string): string => `${Date.parse(time)}.${key}`

const number = (text: string | null) => (/^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : null)

/** Parses an address; invalid values are left out. `types` and `kinds`: the existing ones. */
export function readQuery(
  params: URLSearchParams,
  types: readonly string[],
  kinds: readonly string[]
): Query {
  const one = (name: string, known: readonly string[]) =>
    known.find((value) => value === params.get(name)) ?? null
  return {
    type: one('type', types),
    kind: one('kind', kinds),
    challenge: number(params.get('challenge')),
    team: number(params.get('team')),
    search: (params.get('search') ?? '').slice(0, 200),
    page: Math.min(number(params.get('page')) ?? 1, 1_000_000),
    older: params.get('older')?.slice(0, 40),
    newer: params.get('newer')?.slice(0, 40)
  }
}

/** Address with changes to the query. Any change except the page leads to the first page. */
export function hrefOf(query: Query, changes: Partial<Query> = {}): string {
  const next = { ...query, page: 1, older: undefined, newer: undefined, ...changes }
  const params = new URLSearchParams()
  for (const name of ['type', 'kind', 'challenge', 'team', 'search'] as const)
    if (next[name]) params.set(name, String(next[name]))
  if (next.page > 1) params.set('page', String(next.page))
  for (const name of ['older', 'newer'] as const) if (next[name]) params.set(name, next[name])
  return `?${params}`
}
