/** State of the page in its address: every view is a link. */
export interface Query {
  division: string | null
  search: string
  team: number | null
  /** From 1; only without script, which pages through the board. */
  page: number
}

const LONGEST_SEARCH = 100
const MAX_ID = 2 ** 31 - 1

function whole(text: string | null): number | null {
  return text && /^\d{1,10}$/.test(text) && Number(text) <= MAX_ID ? Number(text) : null
}

/** Parses the query string; invalid values count as absent. */
export function readQuery(params: URLSearchParams): Query {
  return {
    division: params.get('division') || null,
    search: (params.get('q') ?? '').trim().slice(0, LONGEST_SEARCH),
    team: whole(params.get('team')),
    page: whole(params.get('page')) || 1
  }
}

/** Fields of the address; defaults are left out. */
export function fieldsOf({ division, search, team, page }: Query): [name: string, value: string][] {
  const fields: [string, string | null][] = [
    ['division', division],
    ['q', search || null],
    ['page', page > 1 ? String(page) : null],
    ['team', team === null ? null : String(team)]
  ]
  return fields.filter((field): field is [string, string] => field[1] !== null)
}

export function hrefOf(gameId: number, query: Query): string {
  const fields = new URLSearchParams(fieldsOf(query)).toString()
  return `/games/${gameId}/Scoreboard${fields && `?${fields}`}`
}

/** Field of the address for the projector's view (docs/rules/interface.md#projector). */
export const PROJECTOR = ['view', 'projector'] as const

export function projectorHref(gameId: number, { division, page }: Pick<Query, 'division' | 'page'>): string {
  const fields = fieldsOf({ division, page, search: '', team: null })
  return `/games/${gameId}/Scoreboard?${new URLSearchParams([[...PROJECTOR], ...fields])}`
}
