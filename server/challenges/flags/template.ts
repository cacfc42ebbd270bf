import { createHash, randomInt, randomUUID } from 'node:crypto'
import { COMPLEX, type LeetTable, leet, leetBits, SIMPLE } from './leet'

/** What is wrong with a flag template; null = usable. */
export type TemplateFault = 'challenge.flag_template_too_weak' | 'challenge.flag_template_too_long'

const LONGEST_FLAG = 127
/** Bits of leet choice that a flag needs at least (docs/rules/flags.md#templates). */
export const LEAST_BITS = 32

/** What a blank template stands for. */
const BLANK = 'flag{[GUID]}'

interface Template {
  text: string
  table: LeetTable | null
}

/**
 * The leading tag chooses the table and is not part of the flag; no tag = literal text (docs/rules/flags.md#templates).
 */
function parse(template: string | null): Template {
  const text = template?.trim() || BLANK
  if (text.startsWith('[LEET]')) return { text: text.slice(6).trim(), table: SIMPLE }
  if (text.startsWith('[CLEET]')) return { text: text.slice(7).trim(), table: COMPLEX }
  return { text, table: null }
}

const filled = (text: string, guid: string, hash: string) =>
  text.replaceAll('[GUID]', guid).replaceAll('[TEAM_HASH]', hash)

/** Bits of leet choice in a template; 0 without a tag. */
export function templateBits(template: string | null): number {
  const { text, table } = parse(template)
  return table ? leetBits(text, table) : 0
}

/** Checks a template: flags must differ between teams, and fit. A blank one is always good. */
export function templateFault(template: string | null): TemplateFault | null {
  const { text } = parse(template)
  if (filled(text, 'x'.repeat(36), 'x'.repeat(12)).length > LONGEST_FLAG)
    return 'challenge.flag_template_too_long'
  if (text.includes('[GUID]') || text.includes('[TEAM_HASH]')) return null
  return templateBits(template) < LEAST_BITS ? 'challenge.flag_template_too_weak' : null
}

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')

/** Twelve hex digits that name a team in a challenge (docs/rules/flags.md#team-hash); `salt` is the game's. */
export function teamHash(salt: string, challengeId: number, token: string): string {
  return sha256(`${sha256(`${salt}::${challengeId}`)}::${token}`).slice(12, 24)
}

/**
 * A new flag of a template, every choice from the system's random source. Choices come first, so that neither hash
 * nor GUID is ever rewritten; every `[GUID]` of a flag is the same one.
 */
export function makeFlag(template: string | null, hash: string): string {
  const { text, table } = parse(template)
  return filled(table ? leet(text, table, randomInt) : text, randomUUID(), hash)
}

/** A flag for trying a challenge without a team: blank gives the same each time, the team's hash stays a tag. */
export const testFlag = (template: string | null): string =>
  template ? makeFlag(template, '[TEAM_HASH]') : 'flag{a_flag_for_testing}'
