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
}

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
    page: Math.min(number(params.get('page')) ?? 1, 1_000_000)
  }
}

/** The address of a list: this query with some changes. Any change but of the page goes back to the first. */
export function hrefOf(query: Query, changes: Partial<Query> = {}): string {
  const next = { ...query, page: 1, ...changes }
  const params = new URLSearchParams()
  for (const name of ['type', 'kind', 'challenge', 'team', 'search'] as const)
    if (next[name]) params.set(name, String(next[name]))
  if (next.page > 1) params.set('page', String(next.page))
  return `?${params}`
}
