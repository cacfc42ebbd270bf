import type { Env } from '../env'

export interface ObjectSettings {
  /** Absent: Amazon's address of the region. */
  endpoint?: string
  region: string
  bucket: string
  /** '' or a path that ends in a slash. */
  prefix: string
  /** Absent: the AWS SDK's defaults, such as the machine's role. */
  credentials?: { accessKeyId: string; secretAccessKey: string }
  forcePathStyle: boolean
}

type Needed = Partial<
  Pick<
    Env,
    | 'S3_BUCKET'
    | 'S3_ENDPOINT'
    | 'S3_REGION'
    | 'S3_PREFIX'
    | 'S3_ACCESS_KEY_ID'
    | 'S3_SECRET_ACCESS_KEY'
    | 'S3_FORCE_PATH_STYLE'
  >
>

/** Null without `S3_BUCKET`. Without keys, the client takes those of its environment. */
export function objectSettings(env: Needed): ObjectSettings | null {
  if (!env.S3_BUCKET) return null
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  const prefix = (env.S3_PREFIX ?? '').replace(/^\/+|\/+$/g, '')
  return {
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION ?? 'us-east-1',
    bucket: env.S3_BUCKET,
    prefix: prefix === '' ? '' : `${prefix}/`,
    ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
    forcePathStyle: (env.S3_FORCE_PATH_STYLE ?? (env.S3_ENDPOINT ? 'on' : 'off')) === 'on'
  }
}
