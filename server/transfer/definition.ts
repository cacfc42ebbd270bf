import { parse } from 'yaml'
import { z } from 'zod'
import { Refusal } from './lines'

/** Names under which authors keep what a challenge is. */
export const DEFINITION = /^(challenge|chall)\.(ya?ml|json)$/

/** More references to an anchor than any author writes: what they unfold to may be a million times the file. */
const MOST_ALIASES = 100

/** Nothing is guessed from how a value looks: `0123`, `yes` and `1e3` are good flags. */
const EMPTY = new Set(['', '~', 'null', 'Null', 'NULL'])
const blank = (given: unknown) =>
  typeof given === 'string' && EMPTY.has(given) ? undefined : (given ?? undefined)

const maybe = <T extends z.ZodType>(schema: T) => z.preprocess(blank, schema.optional()).optional()
const text = maybe(z.string())
const list = <T extends z.ZodType>(item: T) =>
  z
    .preprocess(
      (given) => (blank(given) === undefined ? [] : Array.isArray(given) ? given : [given]),
      z.array(item)
    )
    .default([])
const number = z
  .preprocess((given) => {
    const value = blank(given)
    return typeof value === 'string' ? Number(value) : value
  }, z.number().optional())
  .optional()
const TRUTHS: Record<string, boolean> = {
  true: true,
  yes: true,
  on: true,
  false: false,
  no: false,
  off: false
}
const truth = z.preprocess((given) => TRUTHS[String(given).toLowerCase()], z.boolean().optional()).optional()
const group = <S extends z.ZodRawShape>(shape: S) => maybe(z.object(shape))

const curve = { initial: number, minimum: number, decay: number, function: text }

/** Files to hand out: a path, a path under another name, or what rCDS packs by itself. */
const provided = z.union([
  z.string(),
  z.object({ file: z.string(), as: text }),
  z.object({
    kind: z.literal('zip'),
    spec: z.object({
      path: text,
      as: text,
      files: list(z.string()),
      exclude: list(z.string()),
      additional: list(z.object({ path: z.string(), str: z.string() }))
    })
  })
])
export type Provided = z.infer<typeof provided>

const flag = z.union([
  z.string(),
  z.object({ type: text, content: z.string(), data: text }),
  z.object({ file: z.string() }),
  z.object({ regex: z.string() })
])
export type DefinedFlag = z.infer<typeof flag>

const port = z.object({
  target: text,
  tcp: text,
  http: maybe(z.union([z.string(), z.object({ raw: z.string() })]))
})

/** Everything that one of the layouts may say; what is not listed is not looked at. */
const definition = z.object({
  name: text,
  title: text,
  author: list(z.string()),
  authors: list(z.string()),
  attribution: text,
  category: text,
  description: text,
  value: maybe(z.union([z.object(curve), number])),
  points: number,
  type: text,
  extra: group(curve),
  ...curve,
  minScoreRate: number,
  difficulty: maybe(z.unknown()),
  flags: list(flag),
  flag: maybe(flag),
  flag_file: text,
  flagTemplate: text,
  files: list(z.string()),
  provide: maybe(z.union([z.string(), z.array(provided)])),
  hints: list(z.union([z.string(), z.object({ content: z.string(), cost: number })])),
  connection_info: text,
  requirements: maybe(z.unknown()),
  attempts: number,
  image: maybe(z.unknown()),
  visible: truth,
  containers: maybe(z.unknown()),
  expose: maybe(z.record(z.string(), list(port))),
  container: group({
    flagTemplate: text,
    containerImage: text,
    exposePort: text,
    memoryLimit: text,
    cpuCount: text,
    storageLimit: text,
    enableTrafficCapture: truth
  })
})
export type Definition = z.infer<typeof definition>

const oneLine = (message: string) => message.split('\n')[0]!.replace(/:$/, '').slice(0, 200)

/** Reads a challenge's own file. @throws Refusal `bad_yaml`, `bad_member` */
export function readDefinition(source: string): Definition {
  let value: unknown
  try {
    value = parse(source, {
      schema: 'failsafe',
      merge: true,
      maxAliasCount: MOST_ALIASES,
      uniqueKeys: false,
      logLevel: 'error'
    })
  } catch (error) {
    throw new Refusal('bad_yaml', { reason: oneLine((error as Error).message) })
  }
  const read = definition.safeParse(value)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new Refusal('bad_member', { name: issue!.path.join('.') || '.' })
}
