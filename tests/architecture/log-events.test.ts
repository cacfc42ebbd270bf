import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, it } from 'vitest'

const LEVELS = ['info', 'warn', 'error', 'fatal']

/**
 * Functions that take the name of an event, with the index of that argument; each call must pass a literal.
 * `anywhere`: other files call them too.
 */
const CARRIERS = [
  { file: 'server/accounts/deps.ts', name: 'auditOwn', argument: 1, anywhere: true },
  { file: 'server/accounts/deps.ts', name: 'auditUnknown', argument: 2, anywhere: true },
  { file: 'server/accounts/owner-proof.ts', name: 'proveOwner', argument: 3, anywhere: true },
  { file: 'server/engines/service.ts', name: 'changeEngine', argument: 4, anywhere: false },
  {
    file: 'server/platform/concurrency/circuit-breaker.ts',
    name: 'createCircuitBreaker',
    argument: 1,
    anywhere: true
  },
  { file: 'server/users/service.ts', name: 'logChange', argument: 1, anywhere: false }
]
/** Composed names with all their values. */
const COMPOSED: Record<string, string[]> = {
  '`participation_${what}_changed`': ['participation_status_changed', 'participation_division_changed'],
  '`${kind}_restored`': ['game_restored', 'challenge_restored', 'team_restored', 'flag_restored']
}
/** They take the name from their callers. */
const WRITERS = ['server/audit/index.ts', 'server/change/index.ts']

/** Parsing everything takes seconds, so files without these words are skipped. */
const TELLING = new RegExp(`\\b(log|audit|${CARRIERS.map(({ name }) => name).join('|')})\\b`)

const sources = ['app', 'server', 'scoring', 'jobs'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .map((file) => `${folder}/${file}`)
    .filter((file) => !WRITERS.includes(file))
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
    .filter(({ text }) => TELLING.test(text))
    .map(({ file, text }) => ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true))
)

const texts = JSON.parse(readFileSync('locales/en-US/logs.json', 'utf8')) as { event: Record<string, string> }

function find<T>(node: ts.Node, wanted: (node: ts.Node) => T | undefined, found: T[] = []): T[] {
  const here = wanted(node)
  if (here !== undefined) found.push(here)
  node.forEachChild((child) => void find(child, wanted, found))
  return found
}

const lastName = (node: ts.Expression) =>
  ts.isPropertyAccessExpression(node) ? node.name.text : ts.isIdentifier(node) ? node.text : ''

/** The argument that names the event; undefined for calls that take none. */
function eventOf(call: ts.CallExpression): ts.Expression | undefined {
  const { expression, arguments: given } = call
  const file = call.getSourceFile().fileName
  if (
    ts.isPropertyAccessExpression(expression) &&
    LEVELS.includes(expression.name.text) &&
    lastName(expression.expression) === 'log'
  )
    return given.at(-1)
  const name = lastName(expression)
  const carrier = CARRIERS.find((one) => one.name === name && (one.anywhere || one.file === file))
  if (carrier) return given[carrier.argument]
  // audit(sql, ctx, entry), or tx.audit(entry) of a change.
  return name === 'audit' ? actionOf(given[ts.isIdentifier(expression) ? 2 : 0]) : undefined
}

function actionOf(entry: ts.Expression | undefined): ts.Expression | undefined {
  if (!entry || !ts.isObjectLiteralExpression(entry)) return entry
  const member = entry.properties.find(({ name }) => name && ts.isIdentifier(name) && name.text === 'action')
  if (member && ts.isShorthandPropertyAssignment(member)) return member.name
  return member && ts.isPropertyAssignment(member) ? member.initializer : entry
}

/** Whether the name is the event parameter of a function in CARRIERS. */
function isCarried(name: ts.Identifier): boolean {
  const file = name.getSourceFile().fileName
  for (let node: ts.Node = name; node.parent; node = node.parent) {
    if (!ts.isFunctionLike(node) || !node.parameters.some((one) => one.name.getText() === name.text)) continue
    const called = ts.isFunctionDeclaration(node) ? node.name : (node.parent as ts.VariableDeclaration).name
    return CARRIERS.some((one) => one.file === file && one.name === called?.getText())
  }
  return false
}

/** Every name that an expression can be; null when the source does not show it. */
function namesIn(expression: ts.Expression): string[] | null {
  if (ts.isStringLiteralLike(expression)) return [expression.text]
  if (ts.isConditionalExpression(expression)) {
    const both = [namesIn(expression.whenTrue), namesIn(expression.whenFalse)]
    return both.includes(null) ? null : both.flatMap((names) => names!)
  }
  if (!ts.isIdentifier(expression)) return COMPOSED[expression.getText()] ?? null
  if (isCarried(expression)) return []
  const [value] = find(expression.getSourceFile(), (node) =>
    ts.isVariableDeclaration(node) && node.name.getText() === expression.text ? node.initializer : undefined
  )
  return value ? namesIn(value) : null
}

const told = sources.flatMap((source) =>
  find(source, (node) => {
    const event = ts.isCallExpression(node) ? eventOf(node) : undefined
    return event && { at: source.fileName, text: event.getText(), names: namesIn(event) }
  })
)

it('the search finds what is logged and audited', () => {
  const names = told.flatMap(({ names }) => names ?? [])
  expect(names.length).toBeGreaterThan(120)
  // One from a choice between two, and one through each carrier with callers elsewhere.
  for (const name of ['mail_not_sent', 'engine_drained', 'rate_not_counted', 'login_refused'])
    expect(names).toContain(name)
})

it('every name of an event can be read in the source', () => {
  expect(told.filter(({ names }) => names === null).map(({ at, text }) => `${at}: ${text}`)).toEqual([])
})

it('every event that the log and the audit keep has a text', () => {
  const names = new Set(told.flatMap(({ names }) => names ?? []))
  expect([...names].filter((name) => !texts.event[name])).toEqual([])
})
