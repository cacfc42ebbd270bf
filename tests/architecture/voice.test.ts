import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

interface Texts {
  [key: string]: string | Texts
}

const FOLDER = 'locales/en-US'

/** Each by its key, `namespace:key`. */
const texts: [string, string][] = readdirSync(FOLDER).flatMap((file) => {
  const flat = (part: Texts, prefix: string): [string, string][] =>
    Object.entries(part).flatMap(([key, value]): [string, string][] =>
      typeof value === 'string' ? [[prefix + key, value]] : flat(value, `${prefix}${key}.`)
    )
  return flat(JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8')) as Texts, file.replace('.json', ':'))
})

/** What docs/voice.md asks for, as far as a program can see it. */
const RULES: [name: string, breaks: RegExp, except?: RegExp][] = [
  ['has no contractions', /\b\w+n[’']t\b|[’'](re|ll|ve)\b|\b(it|that|there|what|let)[’']s\b/i, /:tease\./],
  ['does not say please', /\bplease\b/i, /^(admin:games\.incomplete|captcha:waiting)$/],
  ['tells results without “successfully”', /\bsuccessfully\b/i],
  ['has an ellipsis in one character without a space before it', /\.\.\.|\s…(?!\/)/],
  ['has curly quotes and apostrophes', /"|(?<=\w)'|'(?=\w)/],
  ['has no exclamation marks', /!(?!important)/, /^(games:join\.done_accepted|system:unexpected\.title)$/],
  ['writes percentages without a space', /\d %/],
  ['says email', /\be-mail/i],
  ['says log in', /\bsign(ed|ing)? in\b|\bsign-in\b/i],
  ['says stop', /\b(destroy|kill)(s|ed)?\b/i],
  ['says at once and later', /\b(immediately|shortly)\b/i],
  ['says turn on and turn off', /\bswitch(es|ed)? (on|off)\b/i],
  ['says must, can and cannot', /\b(has|have) to\b|\b(is|are) (un)?able to\b/i],
  ['says submit', /\bhand(s|ed)? in\b/i],
  ['says container engine', /\bdaemon\b/i],
  ['says scoreboard', /\bleaderboard\b/i],
  ['has British spelling', /\b(organiz|colors?\b|centers?\b|favorite|behavior|analyz|customiz|recogniz)/i]
]

it.each(RULES)('English %s', (_, breaks, except) => {
  const holes = /\{\{\w+\}\}/g
  const broken = texts.filter(([key, text]) => breaks.test(text.replace(holes, '')) && !except?.test(key))
  expect(broken).toEqual([])
})

it('every rule finds what breaks it, and texts are there', () => {
  expect(texts.length).toBeGreaterThan(2000)
  const examples = [
    ...[
      'You don’t',
      'Please wait',
      'Saved successfully',
      'Wait ...',
      'the "flag"',
      'Done!',
      '5 %',
      'Your e-mail'
    ],
    ...[
      'Sign in',
      'Destroy it',
      'Try shortly',
      'Switch on',
      'You have to',
      'Hand in',
      'The daemon',
      'Leaderboard'
    ],
    'Organizers'
  ]
  expect(examples.map((text, place) => RULES[place]![1].test(text))).toEqual(examples.map(() => true))
})
