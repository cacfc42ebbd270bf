import { isAdoptable, nameKey } from '~/server/accounts'
import { rows, type Sql, text } from '~/server/db'
import { cleanText, teamNames, truncateText, uniqueNames } from '~/server/event-import'
import type { ExportedPerson } from '~/server/transfer'
import { type ImportLine, importedUser } from './contract'

const NAME = { min: 3, max: 15 } as const

const ROUNDS = 10

function allowed(given: string): string {
  const clean = cleanText(given.normalize('NFKC'))
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replaceAll('@', ' at ')
    .replace(/\s+/g, ' ')
    .trim()
  return truncateText(clean || 'player', NAME.max)
    .trim()
    .padEnd(NAME.min, '_')
}

/** Unique names, here and in the export; an account of the same address keeps its name. */
async function userNames(sql: Sql, people: ExportedPerson[]): Promise<string[]> {
  const taken = new Set<string>()
  for (let round = 0; ; round++) {
    const unique = uniqueNames(NAME.max, nameKey)
    for (const name of taken) unique(name)
    const names = people.map(({ name }) => unique(allowed(name)))
    const found = await rows(
      sql,
      { name: text },
      `SELECT w.name FROM unnest($1::text[], $2::text[], $3::text[]) AS w (name, key, address)
       JOIN users u ON u.user_name_key = w.key AND u.email_key <> w.address`,
      [names, names.map(nameKey), people.map(({ email }) => nameKey(email))]
    )
    if (found.length === 0 || round === ROUNDS) return names
    for (const { name } of found) taken.add(name)
  }
}

const barred = ({ staff, banned }: ExportedPerson) =>
  staff ? 'user.import_staff' : banned ? 'user.import_banned' : null

/**
 * Users of an export as import rows (docs/rules/staff.md#exports-of-ctfd-and-rctf).
 * @param game id or title for the teams; null for none
 * @param unproven also keeps passwords of people without a confirmed address
 */
export async function exportLines(
  sql: Sql,
  people: ExportedPerson[],
  { game, unproven }: { game: string | null; unproven: boolean }
): Promise<ImportLine[]> {
  const names = await userNames(sql, people)
  const given = [...new Set(people.flatMap(({ team }) => team ?? []))]
  const made = teamNames(given)
  const teams = new Map(given.map((team, index) => [team, made[index]!]))
  return people.map((person, index) => {
    const { name, email, proven, hash, team, division, shown, teamShown } = person
    const userName = names[index]!
    const line = { line: index + 1, userName, email }
    const bar = barred(person)
    if (bar) return { ...line, userName: name, input: null, error: bar, field: null }
    const keeps = (proven || unproven) && hash !== null && isAdoptable(hash)
    const { data, error } = importedUser.safeParse({
      userName,
      email,
      ...(userName !== name && { formerName: truncateText(name, 200) }),
      ...(keeps && { passwordHash: hash }),
      ...shown,
      ...(team !== null && { teamName: teams.get(team), team: teamShown ?? shown }),
      ...(team !== null && game && { game, division })
    })
    const issue = error?.issues[0]
    return {
      ...line,
      input: data ?? null,
      unproven: keeps && !proven,
      error: issue?.message ?? null,
      field: issue ? String(issue.path[0] ?? '') || null : null
    }
  })
}
