/** Characters that a letter or digit may become, itself included (docs/rules/flags.md#leet). */
export type LeetTable = Readonly<Record<string, string>>

export const SIMPLE: LeetTable = {
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

export const COMPLEX: LeetTable = {
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

/** Leet is on behind `{` or `]`, off behind `}` or `[`. `options` is null for a character that stays. */
function walk(text: string, table: LeetTable, visit: (character: string, options: string | null) => void) {
  let on = false
  for (const character of text) {
    if (character === '{' || character === ']') on = true
    else if (character === '}' || character === '[') on = false
    visit(character, (on && table[character.toUpperCase()]) || null)
  }
}

/** How many bits of chance `leet` puts into a text. */
export function leetBits(text: string, table: LeetTable): number {
  let bits = 0
  walk(text, table, (_, options) => {
    bits += options ? Math.log2(options.length) : 0
  })
  return bits
}

/** Replaces characters, and spaces by `_`. `pick(n)` returns an integer below n. */
export function leet(text: string, table: LeetTable, pick: (below: number) => number): string {
  let result = ''
  walk(text, table, (character, options) => {
    if (options) result += options[pick(options.length)]
    else result += character === ' ' ? '_' : character
  })
  return result
}
