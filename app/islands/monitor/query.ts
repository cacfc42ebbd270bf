/** What a list shows, as its address says it. Null and blank leave everything in. */
export interface Query {
  /** Verdict of submissions. */
  type: string | null
  /** Kind of events. */
  kind: string | null
  challenge: number | null
  team: number | null
  search: string
  page: number
  /** Only rows after this one, or before it: `Position` of the monitor's contract as text. The page is a number alone then. */
  older?: string
  newer?: string
}

/** The position of a row by its time (ISO 8601) and its key: `s` and a submission's id, or `e` and an event's. */
export const positionOfRow = (time: string, key: string): string => `${Date.parse(time)}.${key}`

const number = (text: string | null) => (/^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : null)

/** Reads an address; what makes no sense is left out. `types` and `kinds` are those there are. */
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

/** The address of a list: this query with some changes. Any change but of the page goes back to the first. */
export function hrefOf(query: Query, changes: Partial<Query> = {}): string {
  const next = { ...query, page: 1, older: undefined, newer: undefined, ...changes }
  const params = new URLSearchParams()
  for (const name of ['type', 'kind', 'challenge', 'team', 'search'] as const)
    if (next[name]) params.set(name, String(next[name]))
  if (next.page > 1) params.set('page', String(next.page))
  for (const name of ['older', 'newer'] as const) if (next[name]) params.set(name, next[name])
  return `?${params}`
}
