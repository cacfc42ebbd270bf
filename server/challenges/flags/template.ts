import { randomInt, randomUUID } from 'node:crypto'
import { sha256Hex } from '~/server/platform/sha256'
import { COMPLEX, type LeetTable, leet, leetBits, SIMPLE } from './leet'

type TemplateFault = 'challenge.flag_template_too_weak' | 'challenge.flag_template_too_long'

const MAX_FLAG_LENGTH = 127
/** Least bits of leet choice (docs/rules/flags.md#templates). */
export const MIN_BITS = 32

const BLANK = 'flag{[GUID]}'

interface Template {
  text: string
  table: LeetTable | null
}

/** The leading tag selects the table and is removed; no tag = literal text (docs/rules/flags.md#templates). */
function parse(template: string | null): Template {
  const text = template?.trim() || BLANK
  if (text.startsWith('[LEET]')) return { text: text.slice(6).trim(), table: SIMPLE }
  if (text.startsWith('[CLEET]')) return { text: text.slice(7).trim(), table: COMPLEX }
  return { text, table: null }
}

const filled = (text: string, guid: string, hash: string) =>
  text.replaceAll('[GUID]', guid).replaceAll('[TEAM_HASH]', hash)

/** How many bits of chance leet puts into the flags; 0 for a template without leet. */
export function templateBits(template: string | null): number {
  const { text, table } = parse(template)
  return table ? leetBits(text, table) : 0
}

/** Checks that flags differ between teams and fit; null = usable, as a blank one is. */
export function templateFault(template: string | null): TemplateFault | null {
  const { text } = parse(template)
  if (filled(text, 'x'.repeat(36), 'x'.repeat(12)).length > MAX_FLAG_LENGTH)
    return 'challenge.flag_template_too_long'
  if (text.includes('[GUID]') || text.includes('[TEAM_HASH]')) return null
  return templateBits(template) < MIN_BITS ? 'challenge.flag_template_too_weak' : null
}

/** Twelve hex digits for a team in a challenge (docs/rules/flags.md#team-hash); `salt` is the game's. */
export function teamHash(salt: string, challengeId: number, token: string): string {
  return sha256Hex(`${sha256Hex(`${salt}::${challengeId}`)}::${token}`).slice(12, 24)
}

/** Fills a template from the system's random source. Leet comes first, so that hash and GUID stay; all `[GUID]` are equal. */
export function makeFlag(template: string | null, hash: string): string {
  const { text, table } = parse(template)
  return filled(table ? leet(text, table, randomInt) : text, randomUUID(), hash)
}

/** Flag of a trial without a team: a fixed one for a blank template; the team's hash stays a tag. */
export const testFlag = (template: string | null): string =>
  template ? makeFlag(template, '[TEAM_HASH]') : 'flag{a_flag_for_testing}'
