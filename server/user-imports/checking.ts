import type { Ctx } from '~/server/access/contract'
import { bool, type Database, number, rows, text, uuid } from '~/server/db'
import type { Games } from '~/server/games'
import { type GameFacts, gamePhase, limitOf } from '~/server/games/contract'
import { divisionOf } from '~/server/participations'
import { gameEnded, isAppError } from '~/server/platform/errors'
import { planBulk } from '~/server/users'
import type { ImportedUser, ImportLine, RowFault } from './contract'

/** Columns of errors; all others belong to the user name. */
const FIELDS: Record<string, string> = {
  'identity.duplicate_email': 'email',
  'identity.email_twice': 'email',
  'user.import_unproven': 'email',
  'team.already_captain': 'teamName'
}

interface Entry {
  game: GameFacts
  division: string | null
  team: string
  lines: ImportLine[]
}

/** Faults in order, and all rows; readable ones with the ids of their games. */
export interface Checked {
  faults: RowFault[]
  lines: ImportLine[]
}

class Faults {
  readonly #byLine = new Map<number, RowFault>()

  add({ line, userName }: ImportLine, error: string, field: string | null): void {
    if (!this.#byLine.has(line)) this.#byLine.set(line, { line, userName, field, error })
  }

  inOrder = (): RowFault[] => [...this.#byLine.values()].sort((a, b) => a.line - b.line)
}

interface Needs {
  db: Database
  games: Pick<Games, 'see'>
}

/** @throws AppError `game.not_found`, `game.ended` */
export async function openGame({ games }: Pick<Needs, 'games'>, ctx: Ctx, id: number): Promise<GameFacts> {
  const game = await games.see(ctx, id)
  if (gamePhase(game, ctx.now) === 'ended' && !game.practiceMode) throw gameEnded()
  return game
}

async function codeOf(work: () => unknown): Promise<string | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (!isAppError(error)) throw error
    return error.code
  }
}

/** Games by id or title; a code of errors.json for an unusable one. */
async function gamesOf(needs: Needs, ctx: Ctx, named: string[]): Promise<Map<string, GameFacts | string>> {
  const ids = named.filter((name) => /^\d{1,9}$/.test(name)).map(Number)
  const known = await rows(
    needs.db.pool,
    { id: number, title: text },
    'SELECT id, title FROM games WHERE rehearsal IS NULL AND (id = ANY($1::int[]) OR title = ANY($2))',
    [ids, named]
  )
  const found = new Map<string, GameFacts | string>()
  for (const name of named) {
    const fits = known.filter(({ id }) => String(id) === name)
    const all = fits.length > 0 ? fits : known.filter(({ title }) => title === name)
    const [game] = all
    if (!game) found.set(name, 'game.not_found')
    else if (all.length > 1) found.set(name, 'user.import_game_ambiguous')
    else {
      let facts: GameFacts | undefined
      const code = await codeOf(async () => {
        facts = await openGame(needs, ctx, game.id)
      })
      found.set(name, code ?? facts!)
    }
  }
  return found
}

function byTeam(lines: ImportLine[]): Map<string, ImportLine[]> {
  const teams = new Map<string, ImportLine[]>()
  for (const line of lines) {
    const name = line.input?.teamName
    if (!name) continue
    const members = teams.get(name)
    if (members) members.push(line)
    else teams.set(name, [line])
  }
  return teams
}

function checkAlone(line: ImportLine, games: Map<string, GameFacts | string>, faults: Faults): void {
  const { game, division, teamName } = line.input!
  if (!game && division && !teamName) faults.add(line, 'user.import_division_without_game', 'division')
  if (!game) return
  const found = games.get(game)
  if (typeof found === 'string') faults.add(line, found, 'game')
  if (!teamName) faults.add(line, 'user.import_game_without_team', 'teamName')
}

/** The game of one row applies to all rows of its team. */
async function entriesOf(lines: ImportLine[], games: Map<string, GameFacts | string>, faults: Faults) {
  const entries: Entry[] = []
  for (const [team, members] of byTeam(lines)) {
    const named = members.find(({ input }) => input?.game)?.input?.game
    const game = named ? games.get(named) : undefined
    const division = members.find(({ input }) => input?.division)?.input?.division ?? null
    for (const line of members) {
      const { input } = line
      if (!named && division) faults.add(line, 'user.import_division_without_game', 'division')
      if (input?.game && games.get(input.game) !== game) faults.add(line, 'user.import_team_differs', 'game')
      if (input?.division && input.division !== division)
        faults.add(line, 'user.import_team_differs', 'division')
    }
    if (!game || typeof game === 'string') continue
    const code = await codeOf(() => divisionOf(game, division))
    for (const [place, line] of members.entries()) {
      if (code) faults.add(line, code, 'division')
      const limit = limitOf(game, division)
      if (limit > 0 && place >= limit) faults.add(line, 'game.team_member_limit_exceeded', 'teamName')
    }
    entries.push({ game, division, team, lines: members })
  }
  return entries
}

const NAMES = `
  SELECT team_name_key(n.name) AS key, EXISTS (
    SELECT FROM teams t JOIN participations p ON p.team_id = t.id
    WHERE p.game_id = n.game AND team_name_key(t.name) = team_name_key(n.name)) AS taken
  FROM unnest($1::text[], $2::int[]) WITH ORDINALITY AS n (name, game, place) ORDER BY n.place`

async function checkNames({ db }: Needs, entries: Entry[], faults: Faults): Promise<void> {
  const found = await rows(db.pool, { key: text, taken: bool }, NAMES, [
    entries.map(({ team }) => team),
    entries.map(({ game }) => game.id)
  ])
  const seen = new Set<string>()
  for (const [place, { key, taken }] of found.entries()) {
    const { game, lines } = entries[place]!
    const twin = seen.size === seen.add(`${game.id} ${key}`).size
    if (taken || twin) for (const line of lines) faults.add(line, 'game.team_name_taken', 'teamName')
  }
}

async function checkPlayers(
  { db }: Needs,
  entries: Entry[],
  accounts: Map<number, string>,
  faults: Faults
): Promise<void> {
  const wanted = entries.flatMap(({ game, lines }) =>
    lines.flatMap((line) => {
      const id = accounts.get(line.line)
      return id ? [{ id, game: game.id, line }] : []
    })
  )
  if (wanted.length === 0) return
  const found = await rows(
    db.pool,
    { id: uuid, game: number },
    `SELECT r.user_id AS id, r.game_id AS game FROM registrations r
     JOIN unnest($1::uuid[], $2::int[]) AS w (id, game) ON w.id = r.user_id AND w.game = r.game_id`,
    [wanted.map(({ id }) => id), wanted.map(({ game }) => game)]
  )
  const playing = new Set(found.map(({ id, game }) => `${id} ${game}`))
  for (const { id, game, line } of wanted)
    if (playing.has(`${id} ${game}`)) faults.add(line, 'game.already_joined', 'userName')
}

/** Checks all rows before any change (docs/rules/staff.md#user-imports). */
export async function checkImport(
  needs: Needs,
  ctx: Ctx,
  lines: ImportLine[],
  { overwrite }: { overwrite: boolean }
): Promise<Checked> {
  const faults = new Faults()
  const planned = await planBulk(needs.db.pool, lines, { overwrite })
  for (const [place, { error }] of planned.entries()) {
    const line = lines[place]!
    if (error) faults.add(line, error, line.field ?? FIELDS[error] ?? 'userName')
  }
  const read = lines.filter((line): line is ImportLine & { input: ImportedUser } => line.input !== null)
  const games = await gamesOf(needs, ctx, [...new Set(read.flatMap(({ input }) => input.game || []))])
  for (const line of read) checkAlone(line, games, faults)
  const entries = await entriesOf(read, games, faults)
  await checkNames(needs, entries, faults)
  await checkPlayers(
    needs,
    entries,
    new Map(planned.flatMap(({ line, existing }) => (existing ? [[line, existing.id]] : []))),
    faults
  )
  const places = new Map(entries.map((entry) => [entry.team, entry]))
  return {
    faults: faults.inOrder(),
    lines: lines.map((line) => {
      if (!line.input) return line
      const entry = places.get(line.input.teamName ?? '')
      const game = games.get(line.input.game ?? '')
      const where = entry
        ? { game: String(entry.game.id), division: entry.division }
        : line.input.game && { game: typeof game === 'object' ? String(game.id) : null }
      return { ...line, input: { ...line.input, ...where } }
    })
  }
}
