/** What the address says about the page: every view of it is a link. */
export interface Query {
  /** Name of a division; null for all teams. */
  division: string | null
  search: string
  /** Id of the team whose panel is open. */
  team: number | null
  /** From 1; only for readers without script, who see the board page by page. */
  page: number
}

const LONGEST_SEARCH = 100
const MAX_ID = 2 ** 31 - 1

function whole(text: string | null): number | null {
  return text && /^\d{1,10}$/.test(text) && Number(text) <= MAX_ID ? Number(text) : null
}

/** Reads the query part of the address; anything odd counts as absent. */
export function readQuery(params: URLSearchParams): Query {
  return {
    division: params.get('division') || null,
    search: (params.get('q') ?? '').trim().slice(0, LONGEST_SEARCH),
    team: whole(params.get('team')),
    page: whole(params.get('page')) || 1
  }
}

/** The fields of the address; what is as by default is left out. */
export function fieldsOf({ division, search, team, page }: Query): [name: string, value: string][] {
  const fields: [string, string | null][] = [
    ['division', division],
    ['q', search || null],
    ['page', page > 1 ? String(page) : null],
    ['team', team === null ? null : String(team)]
  ]
  return fields.filter((field): field is [string, string] => field[1] !== null)
}

/** Address of the scoreboard of a game with this query. */
export function hrefOf(gameId: number, query: Query): string {
  const fields = new URLSearchParams(fieldsOf(query)).toString()
  return `/games/${gameId}/Scoreboard${fields && `?${fields}`}`
}

/** The field of the address that asks for the projector's view of the board (docs/rules/interface.md#projector). */
export const PROJECTOR = ['view', 'projector'] as const

/** Address of that screen, for all teams or a division. */
export function projectorHref(gameId: number, { division, page }: Pick<Query, 'division' | 'page'>): string {
  const fields = fieldsOf({ division, page, search: '', team: null })
  return `/games/${gameId}/Scoreboard?${new URLSearchParams([[...PROJECTOR], ...fields])}`
}
