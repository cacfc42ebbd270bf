import { z } from 'zod'

const port = z.coerce.number().int().min(0).max(65535)

const schema = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres://'),
  REDIS_URL: z.string().regex(/^rediss?:\/\//, 'must start with redis://'),
  PORT: port.default(8080),
  /** Absent: every address of the machine, IPv6 too. */
  HOST: z.string().optional(),
  SCORING_PORT: port.default(8081),
  JOBS_PORT: port.default(8082),
  HALYARD_DATA: z.string().min(1).default('./data'),
  HALYARD_SECRET: z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits (openssl rand -hex 32)'),
  HALYARD_ADMIN_PASSWORD: z.string().min(6, 'must have at least 6 characters').optional(),
  PUBLIC_URL: z.url('must be an address such as https://ctf.example.org').optional(),
  HALYARD_RATE_LIMITS: z.enum(['on', 'off']).default('on'),
  TRUSTED_PROXIES: z
    .string()
    .default('loopback')
    .transform((list) => list.split(',').map((entry) => entry.trim())),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info')
})

export type Env = z.infer<typeof schema>

/** Reads the environment. Throws one Error that names every fault, one a line. */
export function loadEnv(source: Record<string, string | undefined> = process.env): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const result = schema.safeParse(given)
  if (result.success) return result.data
  const faults = result.error.issues.map(({ path, message, code }) => {
    const name = path.join('.')
    return `${name} ${given[name] === undefined && code === 'invalid_type' ? 'is required' : message}`
  })
  throw new Error(`The environment is not usable:\n  ${faults.join('\n  ')}`)
}
