import { z } from 'zod'
import { type Solver, solver } from '~/server/challenges/solver/contract'

const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

const linesOf = (value: unknown) =>
  text(value)
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean)

/** Invalid JSON stays a text, which the schema refuses. */
function jsonOf(given: string): unknown {
  try {
    return JSON.parse(given)
  } catch {
    return given
  }
}

/** One word a line; as JSON where a word has lines of its own. */
function commandOf(given: unknown): unknown {
  const written = text(given)
  if (written.startsWith('[')) return jsonOf(written)
  return linesOf(given)
}

/** `NAME=value`, one a line; as JSON where a value has lines of its own. */
function environmentOf(given: unknown): unknown {
  const written = text(given)
  if (written.startsWith('{')) return jsonOf(written)
  return Object.fromEntries(
    linesOf(given).map((line) => {
      const at = line.indexOf('=')
      return at < 0 ? [line, ''] : [line.slice(0, at).trim(), line.slice(at + 1)]
    })
  )
}

/** The form of a solver as its input; errors stay at their fields. */
export const solverForm = z.record(z.string(), z.unknown()).transform((form, refinement): Solver => {
  const read = solver.safeParse({
    image: text(form.image),
    command: commandOf(form.command),
    environment: environmentOf(form.environment),
    timeout: text(form.timeout),
    every: text(form.every) || null,
    memoryLimit: text(form.memoryLimit),
    egress: text(form.egress) || 'none'
  })
  if (read.success) return read.data
  for (const { path, message, code } of read.error.issues) {
    const own = code === 'invalid_key' ? 'solver.variable' : message
    refinement.addIssue({ code: 'custom', path: [String(path[0] ?? 'image')], message: own })
  }
  return z.NEVER
})

/** Words that would not come back as they are: a line break, or what begins as JSON does. */
const isPlain = (word: string) => word.trim() === word && word !== '' && !/[\r\n]/.test(word)

const commandText = ({ command }: Solver): string => {
  if (command === null) return ''
  return command.every(isPlain) && !command[0]!.startsWith('[')
    ? command.join('\n')
    : JSON.stringify(command, null, 2)
}

const environmentText = ({ environment }: Solver): string => {
  const entries = Object.entries(environment)
  return entries.every(([, value]) => value === '' || isPlain(value))
    ? entries.map(([name, value]) => `${name}=${value}`).join('\n')
    : JSON.stringify(environment, null, 2)
}

/** Values of the form; those of a new solver without one. */
export function solverFields(given: Solver | null) {
  const one = given ?? solver.parse({ image: 'x' })
  return {
    image: given?.image ?? '',
    command: commandText(one),
    environment: environmentText(one),
    timeout: String(one.timeout),
    every: one.every === null ? '' : String(one.every),
    memoryLimit: String(one.memoryLimit),
    egress: one.egress
  }
}
export type SolverFields = ReturnType<typeof solverFields>
