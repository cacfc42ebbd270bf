/** State of the page in its address: every view is a link. */
export interface Query {
  division: string | null
  /** A code of ISO 3166-1 alpha-2; the server leaves out what no team has. */
  country: string | null
  search: string
  team: number | null
  /** The page from 1; only without script, which pages through the board. */
  page: number
  /** Teams to compare in the chart, in the order in which they were pinned; at most MAX_PINS. */
  teams: readonly number[]
  /** The chart's newest hours, one of HOURS; null: its usual time. */
  last: number | null
}

export const MAX_PINS = 5

/** The id of the field of the search. */
export const SEARCH_ID = 'find-team'

/** Ranges of the chart that have an address. */
export const HOURS = [6, 1] as const

/** The board as a whole, from its top. */
export const WHOLE: Query = {
  division: null,
  country: null,
  search: '',
  team: null,
  page: 1,
  teams: [],
  last: null
}

const MAX_SEARCH_LENGTH = 100
const MAX_ID = 2 ** 31 - 1

function whole(text: string | null): number | null {
  return text && /^\d{1,10}$/.test(text) && Number(text) <= MAX_ID ? Number(text) : null
}

/** Parses the query string; invalid values count as absent. */
export function readQuery(params: URLSearchParams): Query {
  return {
    division: params.get('division') || null,
    country: params.get('country') || null,
    search: (params.get('q') ?? '').trim().slice(0, MAX_SEARCH_LENGTH),
    team: whole(params.get('team')),
    page: whole(params.get('page')) || 1,
    teams: pinsIn(params.get('teams')),
    last: HOURS.find((hours) => String(hours) === params.get('last')) ?? null
  }
}

/** Team ids of a text like `3,5`; others are left out. */
export function pinsIn(text: string | null): number[] {
  const ids = (text ?? '').split(',', MAX_PINS).map(whole)
  return [...new Set(ids.filter((id) => id !== null))]
}

/** Pins a team, which takes the place of the oldest one if there are too many, or takes it out. */
export function pinned(query: Query, team: number): Query {
  const { teams } = query
  if (teams.includes(team)) return { ...query, teams: teams.filter((one) => one !== team) }
  return { ...query, teams: [...teams, team].slice(-MAX_PINS) }
}

/** Fields of the address; defaults are left out. */
export function fieldsOf({
  division,
  country,
  search,
  team,
  page,
  teams,
  last
}: Query): [name: string, value: string][] {
  const fields: [string, string | number | null][] = [
    ['division', division],
    ['country', country],
    ['q', search],
    ['page', page > 1 ? page : null],
    ['team', team],
    ['teams', teams.join()],
    ['last', last]
  ]
  return fields.flatMap(([name, value]) => (value ? [[name, String(value)]] : []))
}

/** Defaults are left out. */
export function hrefOf(gameId: number, query: Query): string {
  // A comma needs no escape in a query.
  const fields = new URLSearchParams(fieldsOf(query)).toString().replaceAll('%2C', ',')
  return `/games/${gameId}/Scoreboard${fields && `?${fields}`}`
}

/** Field of the address for the projector's view (docs/rules/interface.md#projector). */
export const PROJECTOR = ['view', 'projector'] as const

export function projectorHref(gameId: number, { division, page }: Pick<Query, 'division' | 'page'>): string {
  const fields = fieldsOf({ ...WHOLE, division, page })
  return `/games/${gameId}/Scoreboard?${new URLSearchParams([[...PROJECTOR], ...fields])}`
}
