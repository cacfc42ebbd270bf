import { z } from 'zod'
import { domainFault } from './network/instance-domain'
import { isOwnRange } from './network/ranges'
import { rateList } from './rate-setting'

export const INSTANCE_POOL = '10.213.0.0/16'

const port = z.coerce.number().int().min(0).max(65535)

const words = (list: string): string[] =>
  list
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)

const COOKIES = ['halyard_session', 'flash', 'language', 'theme', 'custom-theme']

const otlpAddress = z
  .url({ protocol: /^https?$/, error: 'must be an address such as http://collector:4318' })
  .optional()
const otlpProtocol = z.literal('http/json', 'must be http/json').optional()

const schema = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres://'),
  REDIS_URL: z.string().regex(/^rediss?:\/\//, 'must start with redis://'),
  PORT: port.default(8080),
  /** Absent: all addresses, IPv6 too. */
  HOST: z.string().optional(),
  /** Any role but `all` needs stores of its own, and is reached by other machines. */
  HALYARD_ROLE: z.enum(['all', 'web', 'scoring', 'jobs', 'migrate']).default('all'),
  SCORING_PORT: port.default(8081),
  /** Comma separated; a name may have several addresses. */
  SCORING_URL: z
    .string()
    .transform(words)
    .refine(
      (urls) =>
        urls.length > 0 && urls.every((url) => /^http:\/\/[^/?#@]+\/?$/.test(url) && URL.canParse(url)),
      'must be addresses such as http://scoring:8081'
    )
    .transform((urls) => urls.map((url) => new URL(url)))
    .optional(),
  JOBS_PORT: port.default(8082),
  /** The address at which a separate `jobs` process reaches the web processes, to rehearse games. */
  WEB_URL: z.url({ protocol: /^https?$/, error: 'must be an address such as http://web:8080' }).optional(),
  /** `on`: the launcher passes sockets on to scoring; `off`: web forwards their bytes. */
  SOCKET_HANDOVER: z.enum(['on', 'off']).default('off'),
  HALYARD_DATA: z.string().min(1).default('./data'),
  /** Folder of plug-ins (docs/plugins.md); absent: `plugins` in HALYARD_DATA. */
  HALYARD_PLUGINS: z.string().min(1).optional(),
  HALYARD_SECRET: z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits (openssl rand -hex 32)'),
  HALYARD_ADMIN_PASSWORD: z.string().min(6, 'must have at least 6 characters').optional(),
  PUBLIC_URL: z.url('must be an address such as https://ctf.example.org').optional(),
  ISSUES_URL: z.url({ protocol: /^https?$/, error: 'must be an address' }).optional(),
  TRANSLATION_URL: z.url({ protocol: /^https?$/, error: 'must be an address' }).optional(),
  PRIVACY_URL: z.url({ protocol: /^https?$/, error: 'must be an address' }).optional(),
  /** More names of the session's cookie; comma separated. */
  SESSION_COOKIE_ALIASES: z
    .string()
    .default('')
    .transform(words)
    .refine(
      (names) => names.length <= 4 && names.every((name) => /^[\w.-]{1,64}$/.test(name)),
      'must be at most 4 names of cookies, of letters, digits and _ . -'
    )
    .refine(
      (names) => !names.some((name) => COOKIES.includes(name)),
      `must not hold a name of the platform's own cookies: ${COOKIES.join(', ')}`
    )
    .refine((names) => new Set(names).size === names.length, 'must not hold a name twice'),
  HALYARD_RATE_LIMITS: z.enum(['on', 'off']).default('on'),
  /** `off` for tests that share a machine. */
  HALYARD_LOAD_SHEDDING: z.enum(['on', 'off']).default('on'),
  /** Replaces rates of server/limits/contract.ts. */
  HALYARD_RATES: rateList,
  /** `off`: Remix handles API calls, many times slower. */
  API_AHEAD: z.enum(['on', 'off']).default('on'),
  /** `off` for a copy that is tried: nothing is sent to people and services. */
  HALYARD_OUTGOING: z.enum(['on', 'off']).default('on'),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must be an address such as smtp://user:password@mail.example.org:587')
    .optional(),
  SMTP_HOST: z.string().optional(),
  SMTP_PORT: port.min(1).optional(),
  SMTP_USER: z.string().optional(),
  SMTP_PASSWORD: z.string().optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^[^<>\r\n]*<[^@\s<>]+@[^@\s<>]+>\s*$|^[^@\s<>]+@[^@\s<>]+$/,
      'must be an address such as ctf@example.org'
    )
    .optional(),
  /** Identity providers as JSON, or the path of a file with it; administrators cannot change these. */
  SIGN_IN_PROVIDERS: z.string().optional(),
  /** `on`: identity providers may be in private networks, and without TLS. */
  SIGN_IN_PRIVATE_HOSTS: z.enum(['on', 'off']).default('off'),
  CAPTCHA_PROVIDER: z.enum(['None', 'GoogleRecaptcha', 'CloudflareTurnstile']).default('None'),
  CAPTCHA_SITE_KEY: z.string().optional(),
  CAPTCHA_SECRET_KEY: z.string().optional(),
  CAPTCHA_SCORE: z.coerce.number().min(0).max(1).default(0.5),
  CAPTCHA_VERIFY_URL: z.url({ protocol: /^https?$/, error: 'must be an address' }).optional(),
  /** Private hosts that webhooks may send to, also by http; comma separated. */
  WEBHOOK_PRIVATE_HOSTS: z
    .string()
    .default('')
    .transform((list) => words(list.toLowerCase())),
  /** Private addresses that webhooks may send to, also by http; comma separated. */
  WEBHOOK_PRIVATE_ALLOW: z
    .string()
    .default('')
    .transform(words)
    .superRefine((ranges, issues) => {
      const wrong = ranges.find((range) => !isOwnRange(range))
      if (wrong !== undefined)
        issues.addIssue({
          code: 'custom',
          message: `must be addresses or ranges of at least /8 (IPv6: /7), such as 10.20.0.0/16,fd00::/8, not "${wrong}"`
        })
    }),
  /** Private hosts that push services may have, also by http; comma separated. */
  PUSH_PRIVATE_HOSTS: z
    .string()
    .default('')
    .transform((list) => words(list.toLowerCase())),
  TRUSTED_PROXIES: z
    .string()
    .default('loopback')
    .transform((list) => list.split(',').map((entry) => entry.trim())),
  /** Absent: tries the usual sockets; `none`: no engine. See docs/rules/instances.md#several-engines. */
  DOCKER_HOST: z
    .string()
    .regex(
      /^(none$|unix:\/\/(?:\d{1,3}(?:\.\d{1,3}){3})?\/|tcp:\/\/|https?:\/\/)/,
      'must be an address such as unix:///var/run/docker.sock'
    )
    .optional(),
  /** Absent: the host of PUBLIC_URL. */
  INSTANCE_PUBLIC_ENTRY: z
    .string()
    .regex(/^[A-Za-z0-9.-]+$|^\[[0-9a-fA-F:]+\]$/, 'must be a host name or an address, without a port')
    .optional(),
  /** `port`: by published ports; `tunnel`: only by WebSockets of this platform. */
  INSTANCE_ENTRY: z.enum(['port', 'tunnel']).default('port'),
  /** Absent: see instanceDomain; `none`: no host names. */
  INSTANCE_DOMAIN: z
    .string()
    .toLowerCase()
    .regex(
      /^(?=.{1,190}$)(?:none|localhost|(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?)$/,
      'must be a domain such as inst.example.org, or none'
    )
    .optional(),
  INSTANCE_TLS_PORT: port.min(1).optional(),
  INSTANCE_TLS_HOST: z.union([z.ipv4(), z.ipv6()], 'must be an address').optional(),
  INSTANCE_TLS_CERT: z.string().optional(),
  INSTANCE_TLS_KEY: z.string().optional(),
  /** Absent: see bindAddress. */
  INSTANCE_BIND: z.union([z.ipv4(), z.ipv6()], 'must be an address').optional(),
  INSTANCE_PORTS: z
    .string()
    .regex(/^\d{1,5}-\d{1,5}$/, 'must be a range such as 20000-32000')
    .default('20000-32000')
    .transform((range) => range.split('-').map(Number) as [number, number])
    .refine(([from, to]) => from >= 1 && from <= to && to <= 65_535, 'must be a range such as 20000-32000'),
  INSTANCE_POOL: z
    .string()
    .regex(/^\d{1,3}(\.\d{1,3}){3}\/(1[2-9]|2[0-8])$/, 'must be a network such as 10.213.0.0/16')
    .default(INSTANCE_POOL),
  /** MiB of all instances; absent: three quarters of the engine's memory. */
  INSTANCE_MEMORY: z.coerce.number().int().min(64).optional(),
  /** Cores of all instances by their limits; absent: ten times the engine's cores. */
  INSTANCE_CPU: z.coerce.number().min(0.1).optional(),
  /** Most instances at a time; absent: as memory allows. */
  INSTANCE_PLACES: z.coerce.number().int().min(1).max(8192).optional(),
  /** `auto`: the jobs process sets firewall rules where it may; `off`: the operator does. */
  INSTANCE_GUARD: z.enum(['auto', 'off']).default('auto'),
  /** More names for FLAG in containers; comma separated. */
  CONTAINER_FLAG_ALIASES: z
    .string()
    .default('')
    .transform(words)
    .refine(
      (names) => names.every((name) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name)),
      'must be names of variables'
    ),
  METRICS_PORT: port.min(1).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  /** The process also serves /metrics on its port to callers that send this token. */
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, 'must have at least 16 characters, without spaces')
    .optional(),
  /** Stores files in a bucket by the S3 protocol (docs/deploying.md#files). */
  S3_BUCKET: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$/, 'must be the name of a bucket')
    .optional(),
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://s3.example.org' })
    .optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_PREFIX: z
    .string()
    .regex(/^[\w!.*'()/-]{1,200}$/, "must be a path of letters, digits and _ - . ! * ' ( )")
    .optional(),
  S3_FORCE_PATH_STYLE: z.enum(['on', 'off']).optional(),
  /** A folder, or a bucket with the address and keys of S3_*. */
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_S3_BUCKET: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$/, 'must be the name of a bucket')
    .optional(),
  BACKUP_S3_PREFIX: z
    .string()
    .regex(/^[\w!.*'()/-]{1,200}$/, "must be a path of letters, digits and _ - . ! * ' ( )")
    .optional(),
  BACKUP_SCHEDULE: z.string().max(200).default('0 3 * * *'),
  BACKUP_KEEP_DAILY: z.coerce.number().int().min(1).max(366).default(7),
  BACKUP_KEEP_WEEKLY: z.coerce.number().int().min(0).max(520).default(4),
  /** Absent: records no spans. OpenTelemetry itself reads its other OTEL_*. */
  OTEL_EXPORTER_OTLP_ENDPOINT: otlpAddress,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: otlpAddress,
  OTEL_EXPORTER_OTLP_PROTOCOL: otlpProtocol,
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: otlpProtocol,
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none']).optional(),
  OTEL_SDK_DISABLED: z.enum(['true', 'false']).optional(),
  HALYARD_LOG_DAYS: z.coerce.number().int().min(1).max(3650).default(30),
  HALYARD_LOG_ROWS: z.coerce.number().int().min(1000).default(200_000),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info')
})

const complete = schema.check(({ value: env, issues }) => {
  const refuse = (name: keyof typeof env, message: string) =>
    issues.push({ code: 'custom', path: [name], message, input: env[name] })
  const need = (name: keyof typeof env, why: string) => {
    if (env[name] === undefined) refuse(name, `is required ${why}`)
  }
  const fault = domainFault(env)
  if (fault) refuse('INSTANCE_DOMAIN', fault)
  if (env.INSTANCE_TLS_PORT !== undefined) {
    need('INSTANCE_TLS_CERT', 'with INSTANCE_TLS_PORT')
    need('INSTANCE_TLS_KEY', 'with INSTANCE_TLS_PORT')
    need('INSTANCE_DOMAIN', 'with INSTANCE_TLS_PORT')
    if (env.INSTANCE_DOMAIN === 'none') refuse('INSTANCE_TLS_PORT', 'is of no use without INSTANCE_DOMAIN')
    if (env.INSTANCE_TLS_PORT === env.PORT) refuse('INSTANCE_TLS_PORT', 'must be another port than PORT')
  } else if (env.INSTANCE_TLS_CERT !== undefined || env.INSTANCE_TLS_KEY !== undefined)
    need('INSTANCE_TLS_PORT', 'with INSTANCE_TLS_CERT and INSTANCE_TLS_KEY')
  if (
    env.METRICS_PORT !== undefined &&
    [env.PORT, env.SCORING_PORT, env.JOBS_PORT].includes(env.METRICS_PORT)
  )
    refuse('METRICS_PORT', 'must be another port than PORT, SCORING_PORT and JOBS_PORT')
  if (env.S3_PREFIX !== undefined) need('S3_BUCKET', 'with S3_PREFIX')
  if (env.BACKUP_S3_BUCKET === undefined)
    for (const name of ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const)
      if (env[name] !== undefined) need('S3_BUCKET', `or BACKUP_S3_BUCKET with ${name}`)
  if (env.BACKUP_S3_PREFIX !== undefined) need('BACKUP_S3_BUCKET', 'with BACKUP_S3_PREFIX')
  if (env.BACKUP_DIR !== undefined && env.BACKUP_S3_BUCKET !== undefined)
    refuse('BACKUP_DIR', 'is of no use with BACKUP_S3_BUCKET: set one of them')
  if (env.S3_ACCESS_KEY_ID !== undefined) need('S3_SECRET_ACCESS_KEY', 'with S3_ACCESS_KEY_ID')
  if (env.S3_SECRET_ACCESS_KEY !== undefined) need('S3_ACCESS_KEY_ID', 'with S3_SECRET_ACCESS_KEY')
  if (env.SMTP_URL || env.SMTP_HOST) need('MAIL_FROM', 'with SMTP_URL or SMTP_HOST')
  if (env.CAPTCHA_PROVIDER === 'None') return
  need('CAPTCHA_SITE_KEY', 'with CAPTCHA_PROVIDER')
  need('CAPTCHA_SECRET_KEY', 'with CAPTCHA_PROVIDER')
})

/** Listens on loopback beside web, else where other machines reach it. */
export const inwardHost = ({ HALYARD_ROLE, HOST }: Pick<Env, 'HALYARD_ROLE' | 'HOST'>): string | undefined =>
  HALYARD_ROLE === 'all' ? '127.0.0.1' : HOST

/** The scoring processes that web passes sockets to; one on this machine unless SCORING_URL says otherwise. */
export const scoringUrlsOf = ({
  SCORING_URL,
  SCORING_PORT
}: Pick<Env, 'SCORING_URL' | 'SCORING_PORT'>): readonly URL[] =>
  SCORING_URL ?? [new URL(`http://127.0.0.1:${SCORING_PORT}`)]

/** Ports of the processes that `npm start` runs beside web; none beside a role that runs alone. */
export const portsBesideWeb = (env: Env): number[] =>
  env.HALYARD_ROLE === 'all' ? [...scoringUrlsOf(env).map(({ port }) => Number(port)), env.JOBS_PORT] : []

/** The address at which `jobs` on this machine reaches the web processes. */
export function webUrlOf({
  HALYARD_ROLE,
  HOST,
  PORT,
  PUBLIC_URL,
  WEB_URL
}: Pick<Env, 'HALYARD_ROLE' | 'HOST' | 'PORT' | 'PUBLIC_URL' | 'WEB_URL'>): string {
  if (WEB_URL) return WEB_URL
  if (HALYARD_ROLE !== 'all' && PUBLIC_URL) return PUBLIC_URL
  const anywhere = !HOST || HOST === '0.0.0.0' || HOST === '::'
  const host = anywhere ? '127.0.0.1' : HOST
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`
}

export type Env = z.infer<typeof schema>

/** @throws Error that names every fault, one a line */
export function loadEnv(source: Record<string, string | undefined> = process.env): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const result = complete.safeParse(given)
  if (result.success) return result.data
  const faults = result.error.issues.map(({ path, message, code }) => {
    const name = path.join('.')
    return `${name} ${given[name] === undefined && code === 'invalid_type' ? 'is required' : message}`
  })
  throw new Error(`The environment is not usable:\n  ${faults.join('\n  ')}`)
}
