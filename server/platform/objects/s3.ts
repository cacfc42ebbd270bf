import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import { AppError } from '~/server/platform/errors'
import type { ObjectStore, StoredObject } from './contract'
import type { ObjectSettings } from './settings'

/** Milliseconds: to connect, until a response begins, and of silence. */
const CONNECT_MS = 2000
const ANSWER_MS = 4000
const SILENCE_MS = 15_000
/** Tries of a request, and of a file's upload, which the SDK cannot repeat. */
const TRIES = 2
/** Bytes of a part; 10,000 parts are allowed, so 160 GB in all. */
const PART = 16 * 1024 ** 2
const SOCKETS = 64
/** The SDK also throws what it would print. */
const silent = () => {}
const logger = { trace: silent, debug: silent, info: silent, warn: silent, error: silent }

type Sdk = typeof import('@aws-sdk/client-s3')

async function load(): Promise<Sdk> {
  // Halyard documents the versions of Node that it supports.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true'
  return import('@aws-sdk/client-s3')
}

interface Fault extends Error {
  $metadata?: { httpStatusCode?: number }
}
const statusOf = (error: unknown) => (error as Fault).$metadata?.httpStatusCode ?? null
const isMissing = (error: unknown) =>
  statusOf(error) === 404 &&
  (error as Error).name !== 'NoSuchBucket' &&
  (error as Error).name !== 'NotFoundBucket'

/** The caller's error; the log has the cause. */
const away = (cause: unknown) =>
  Object.assign(new AppError('file.storage_away', 503, { retryAfter: 5 }), { cause })

interface Place {
  bucket: string
  open(): Promise<{ sdk: Sdk; client: S3Client }>
  close(): void
  named(key: string): string
  nameOf(key: string): string
}

function placeOf({ bucket, prefix, ...settings }: ObjectSettings): Place {
  const { endpoint, region, credentials, forcePathStyle } = settings
  let opened: Promise<{ sdk: Sdk; client: S3Client }> | null = null
  const open = async () => {
    const sdk = await load()
    const agent = { maxSockets: SOCKETS, keepAlive: true }
    const client = new sdk.S3Client({
      ...{ endpoint, region, credentials, forcePathStyle, maxAttempts: TRIES, logger },
      // Other stores do not know newer checksums; SHA-256 checks the bytes.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        ...{ connectionTimeout: CONNECT_MS, requestTimeout: SILENCE_MS, socketTimeout: SILENCE_MS },
        ...{ throwOnRequestTimeout: true, httpAgent: agent, httpsAgent: agent }
      }
    })
    return { sdk, client }
  }
  return {
    bucket,
    open() {
      opened ??= open()
      return opened
    },
    close: () => void opened?.then(({ client }) => client.destroy()),
    named: (key) => prefix + key,
    nameOf: (key) => key.slice(prefix.length)
  }
}

const soon = () => ({ abortSignal: AbortSignal.timeout(ANSWER_MS) })

async function found<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (isMissing(error)) return null
    throw away(error)
  }
}

function createWriting({
  bucket: Bucket,
  open,
  named
}: Place): Pick<ObjectStore, 'putFile' | 'putStream' | 'remove'> {
  const put = async (key: string, path: string, { size, hash }: { size: number; hash: string }) => {
    const { sdk, client } = await open()
    const command = new sdk.PutObjectCommand({
      ...{ Bucket, Key: named(key), ContentLength: size, Metadata: { sha256: hash } },
      Body: createReadStream(path, { end: size - 1 })
    })
    // Signed, so that the store refuses a body of another hash.
    command.middlewareStack.add(
      (next) => (args) => {
        const { headers } = args.request as { headers: Record<string, string> }
        headers['x-amz-content-sha256'] = hash
        return next(args)
      },
      { step: 'build' }
    )
    await client.send(command)
  }

  return {
    async putFile(key, path, expected) {
      for (let tries = 1; ; tries++) {
        try {
          return await put(key, path, expected)
        } catch (error) {
          const status = statusOf(error)
          if (tries >= TRIES || (status !== null && status < 500)) throw away(error)
        }
      }
    },

    async putStream(key, content, signal) {
      const { client } = await open()
      const { Upload } = await import('@aws-sdk/lib-storage')
      const params = { Bucket, Key: named(key), Body: content }
      const upload = new Upload({ client, params, partSize: PART, queueSize: 1 })
      const stop = () => void upload.abort()
      signal?.addEventListener('abort', stop, { once: true })
      try {
        signal?.throwIfAborted()
        await upload.done()
      } catch (error) {
        throw content.errored ?? away(error)
      } finally {
        signal?.removeEventListener('abort', stop)
      }
    },

    async remove(key) {
      const { sdk, client } = await open()
      await found(client.send(new sdk.DeleteObjectCommand({ Bucket, Key: named(key) }), soon()))
    }
  }
}

function createReading({
  bucket: Bucket,
  open,
  named,
  nameOf
}: Place): Pick<ObjectStore, 'head' | 'get' | 'list'> {
  return {
    async head(key) {
      const { sdk, client } = await open()
      const answer = await found(client.send(new sdk.HeadObjectCommand({ Bucket, Key: named(key) }), soon()))
      if (!answer) return null
      const { ContentLength: size = 0, LastModified: modified = new Date(), Metadata } = answer
      return { key, size, modified, hash: Metadata?.sha256 ?? null }
    },

    async get(key, range) {
      const { sdk, client } = await open()
      const Range = range && `bytes=${range.start}-${range.end}`
      const late = new AbortController()
      const timer = setTimeout(() => late.abort(), ANSWER_MS)
      const command = new sdk.GetObjectCommand({ Bucket, Key: named(key), Range })
      const answer = await found(client.send(command, { abortSignal: late.signal })).finally(() =>
        clearTimeout(timer)
      )
      return answer ? (answer.Body as Readable) : null
    },

    async *list(begins): AsyncGenerator<StoredObject> {
      const { sdk, client } = await open()
      for (let ContinuationToken: string | undefined; ; ) {
        const page = await client
          .send(new sdk.ListObjectsV2Command({ Bucket, Prefix: named(begins), ContinuationToken }))
          .catch((error) => {
            throw away(error)
          })
        for (const { Key = '', Size = 0, LastModified = new Date() } of page.Contents ?? [])
          yield { key: nameOf(Key), size: Size, modified: LastModified }
        ContinuationToken = page.NextContinuationToken
        if (!page.IsTruncated || !ContinuationToken) return
      }
    }
  }
}

/** The operator's error; null when it may pass. */
function faultOf(bucket: string, error: unknown): string | null {
  const status = statusOf(error)
  if (status === 404) return `The bucket ${bucket} is not there: make it, or set S3_BUCKET to another.`
  if (status === 401 || status === 403 || (error as Error).name === 'CredentialsProviderError')
    return `The bucket ${bucket} may not be used with these credentials: look at S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`
  if (status !== null && status < 500)
    return `The bucket ${bucket} cannot be used (${status}): look at S3_ENDPOINT and S3_REGION.`
  return null
}

/** Objects in a bucket by the S3 protocol (docs/decisions/035-files-in-object-storage.md). Connects at first use. */
export function createS3Store(settings: ObjectSettings): ObjectStore {
  const { endpoint, region, bucket, prefix } = settings
  const place = placeOf(settings)
  return {
    name: `${endpoint ?? `s3.${region}`}/${bucket}/${prefix}`.replace(/\/$/, ''),
    ...createWriting(place),
    ...createReading(place),

    async check() {
      const { sdk, client } = await place.open()
      try {
        await client.send(new sdk.HeadBucketCommand({ Bucket: bucket }), soon())
      } catch (error) {
        const fault = faultOf(bucket, error)
        throw fault ? new Error(fault) : away(error)
      }
    },

    close: place.close
  }
}
