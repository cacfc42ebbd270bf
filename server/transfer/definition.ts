import { z } from 'zod'
import { Refusal } from './report-lines'
import { parseYaml } from './yaml'

/** A prefix (`two.challenge.yml`) lets several share a folder. */
export const DEFINITION =
  /^(?:(?:(?:[^/]+\.)?challenge|chall|chal|ctfcli|noctf)\.(?:ya?ml|json)|task\.ya?ml)$/i

/** A challenge of zer0pts; other tools use the name too. */
export const TASK = /^task\.ya?ml$/i

/** Guesses no types: `0123`, `yes` and `1e3` are good flags. */
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
const truth = z
  .preprocess(
    (given) => (typeof given === 'object' ? undefined : TRUTHS[String(given).toLowerCase()]),
    z.boolean().optional()
  )
  .optional()
const group = <S extends z.ZodRawShape>(shape: S) => maybe(z.object(shape))

const curve = { initial: number, minimum: number, decay: number, function: text }

const additional = z.union([
  z.object({ path: z.string(), str: z.string() }).transform(({ path, str }) => ({ path, text: str })),
  z
    .object({ path: z.string(), base64: z.string() })
    .transform(({ path, base64 }) => ({ path, text: base64, encoding: 'base64' as const }))
])

const provided = z.union([
  z.string(),
  z.object({ file: z.string(), as: text }),
  z
    .object({ kind: z.literal('file'), spec: z.object({ file: z.string(), as: text }) })
    .transform(({ spec }) => spec),
  z.object({
    kind: z.literal('zip'),
    spec: z
      .object({
        path: text,
        base: text,
        as: text,
        files: list(z.string()),
        exclude: list(z.string()),
        additional: list(additional)
      })
      .transform(({ base, path, ...rest }) => ({ ...rest, path: path ?? base }))
  }),
  z.object({
    include: z.preprocess(
      (given) => (typeof given === 'string' ? [given] : given),
      z.array(z.string()).min(1)
    ),
    as: text,
    from: text
  })
])
export type Provided = z.infer<typeof provided>

const flag = z.union([
  z.string(),
  z.object({ type: text, content: z.string(), data: text }),
  z.object({ file: z.string() }),
  z.object({ regex: z.string() }),
  z.object({ text: z.string() }).transform((one) => one.text),
  z
    .object({ type: text, flag: z.string(), data: text })
    .transform(({ flag: content, ...rest }) => ({ ...rest, content }))
])
export type DefinedFlag = z.infer<typeof flag>

const port = z.object({
  target: text,
  tcp: text,
  http: maybe(z.union([z.string(), z.object({ raw: z.string() })]))
})

const person = z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)])

const hint = z.union([
  z.string(),
  z.object({ content: z.string(), cost: number }),
  z.object({ hint: z.string(), cost: number }).transform(({ hint: content, cost }) => ({ content, cost }))
])

/** Members of all layouts; others are ignored. */
const definition = z.object({
  name: text,
  title: text,
  author: list(person),
  authors: list(person),
  attribution: text,
  category: text,
  categories: list(z.string()),
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
  /** Of ctfcli and CTFd: whether any flag solves it, or `all`, or one of each member of the `team`. */
  logic: text,
  hints: list(hint),
  hint: list(hint),
  connection_info: text,
  requirements: maybe(z.unknown()),
  attempts: number,
  image: maybe(z.unknown()),
  visible: truth,
  tags: maybe(z.unknown()),
  host: maybe(z.unknown()),
  port: maybe(z.unknown()),
  containers: maybe(z.unknown()),
  pods: list(z.object({ ports: list(z.object({ expose: maybe(port) })) })),
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
/** `unusable`: optional members of an unknown form. */
export type Definition = z.infer<typeof definition> & { unusable: string[] }

/** Members without which the challenge would be a different one. */
const NEEDED = new Set([
  'description',
  'flags',
  'flag',
  'flag_file',
  'flagTemplate',
  'files',
  'provide',
  'container'
])

/** Members that only challenges have; other tools use the same file names. */
const TELLING = ['name', 'title', 'description', 'value', 'points', 'category', 'categories', 'extra']

/** YAML reads a list whose dashes lack a space as one text. */
const dashed = (given: unknown) => (typeof given === 'string' ? given.replace(/^-(?=\S)/, '') : given)

/** @throws Refusal `bad_yaml`, `not_challenge`, `kctf`, `bad_member` */
export function readDefinition(source: string): Definition {
  const value = parseYaml(source)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Refusal('not_challenge')
  const members: Record<string, unknown> = { ...value }
  if (String(members.apiVersion ?? '').startsWith('kctf.dev/')) throw new Refusal('kctf')
  if (!TELLING.some((name) => blank(members[name]) !== undefined)) throw new Refusal('not_challenge')
  members.flags = dashed(members.flags)
  members.files = dashed(members.files)
  const read = definition.safeParse(members)
  if (read.success) return { ...read.data, unusable: [] }
  const { issues } = read.error
  const needed = issues.find(({ path }) => NEEDED.has(String(path[0])))
  if (needed) throw new Refusal('bad_member', { name: needed.path.join('.') })
  const unusable = [...new Set(issues.map(({ path }) => String(path[0])))]
  for (const name of unusable) delete members[name]
  return { ...definition.parse(members), unusable }
}
