/** What is wrong with a flag template; null = usable. */
export type TemplateFault = 'challenge.flag_template_too_weak' | 'challenge.flag_template_too_long'

const LONGEST_FLAG = 127
/** Bits of leet choice that make a flag worth guessing at (behaviour.md 4.8). */
const LEAST_BITS = 32

/** Characters a letter or digit may become, itself included (behaviour.md 4.9). */
const SIMPLE: Record<string, string> = {
  ...Object.fromEntries([...'CDHJKMNPRUVWXY'].map((letter) => [letter, letter + letter.toLowerCase()])),
  A: 'Aa4',
  B: 'Bb68',
  E: 'Ee3',
  F: 'Ff1',
  G: 'Gg69',
  I: 'Ii1l',
  L: 'Ll1I',
  O: 'Oo0',
  Q: 'Qq9',
  S: 'Ss5',
  T: 'Tt7',
  Z: 'Zz2',
  0: '0oO',
  1: '1lI',
  2: '2zZ',
  3: '3eE',
  4: '4aA',
  5: '5Ss',
  6: '6Gb',
  7: '7T',
  8: '8bB',
  9: '9g'
}

const COMPLEX: Record<string, string> = {
  ...SIMPLE,
  A: 'Aa4@',
  B: 'Bb6&',
  C: 'Cc(',
  I: 'Ii1l!',
  L: 'Ll1I!',
  O: 'Oo0#',
  S: 'Ss5$',
  Z: 'Zz2?',
  0: '0oO#',
  1: '1lI|',
  2: '2zZ?',
  8: '8B&'
}

/** Bits of choice in a text: leet is on between `{` and `}`, off between `[` and `]`. */
export function leetBits(text: string, table: Record<string, string>): number {
  let on = false
  let bits = 0
  for (const character of text) {
    if (character === '{' || character === ']') on = true
    else if (character === '}' || character === '[') on = false
    else if (on) bits += Math.log2(table[character.toUpperCase()]?.length ?? 1)
  }
  return bits
}

/** The leading tag chooses the table and is not part of the flag; no tag = literal text (decisions.md, Flag templates). */
function parse(template: string): { text: string; table: Record<string, string> | null } {
  if (template.startsWith('[LEET]')) return { text: template.slice(6), table: SIMPLE }
  if (template.startsWith('[CLEET]')) return { text: template.slice(7), table: COMPLEX }
  return { text: template, table: null }
}

/** Checks a template that is not blank: flags must differ between teams, and fit. */
export function templateFault(template: string): TemplateFault | null {
  const { text, table } = parse(template)
  const longest = text.replaceAll('[GUID]', 'x'.repeat(36)).replaceAll('[TEAM_HASH]', 'x'.repeat(12))
  if (longest.length > LONGEST_FLAG) return 'challenge.flag_template_too_long'
  if (text.includes('[GUID]') || text.includes('[TEAM_HASH]')) return null
  const bits = table ? leetBits(text, table) : 0
  return bits < LEAST_BITS ? 'challenge.flag_template_too_weak' : null
}
