import { createReadStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import { AppError } from '~/server/platform/errors'
import type { ObjectStore, StoredObject } from './contract'
import type { ObjectSettings } from './settings'

/** Milliseconds: to connect, until a response begins, and of silence. */
const CONNECT_MS = 2000
const ANSWER_MS = 4000
const SILENCE_MS = 15_000
/** Milliseconds between two looks at whether a download is silent. */
const LOOK_MS = 1000
/** Tries of a request, and of a file's upload, which the SDK cannot repeat. */
const TRIES = 2
/** Bytes of a part; 10,000 parts are allowed, so 160 GB in all. */
const PART = 16 * 1024 ** 2
/** Connections of slow readers last as long as they read, and hold up no others. */
const SOCKETS = 64
const DOWNLOADS = 256
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

interface Opened {
  sdk: Sdk
  client: S3Client
  /** For content only, which ends when nothing comes although its reader waits (`untilSilent`). */
  downloads: S3Client
}

interface Place {
  bucket: string
  open(): Promise<Opened>
  close(): void
  named(key: string): string
  nameOf(key: string): string
}

function placeOf({ bucket, prefix, ...settings }: ObjectSettings): Place {
  const { endpoint, region, credentials, forcePathStyle } = settings
  let opened: Promise<Opened> | null = null
  const open = async () => {
    const sdk = await load()
    // Bounds silence only: a bound of a whole request would end big uploads that are under way.
    const clientOf = (maxSockets: number, socketTimeout: number) => {
      const agent = { maxSockets, keepAlive: true }
      return new sdk.S3Client({
        ...{ endpoint, region, credentials, forcePathStyle, maxAttempts: TRIES, logger },
        // Other stores do not know newer checksums; SHA-256 checks the bytes.
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
        requestHandler: {
          ...{ connectionTimeout: CONNECT_MS, requestTimeout: 0, socketTimeout },
          ...{ httpAgent: agent, httpsAgent: agent }
        }
      })
    }
    return { sdk, client: clientOf(SOCKETS, SILENCE_MS), downloads: clientOf(DOWNLOADS, 0) }
  }
  return {
    bucket,
    open() {
      opened ??= open()
      return opened
    },
    close: () =>
      void opened?.then(({ client, downloads }) => {
        client.destroy()
        downloads.destroy()
      }),
    named: (key) => prefix + key,
    nameOf: (key) => key.slice(prefix.length)
  }
}

const soon = () => ({ abortSignal: AbortSignal.timeout(ANSWER_MS) })

/** Ends content whose store is silent for too long; time in which its reader holds back does not count. */
function untilSilent(content: IncomingMessage): Readable {
  const { socket } = content
  let heard = { at: performance.now(), bytes: socket.bytesRead }
  const timer = setInterval(() => {
    const now = performance.now()
    // What has come and was not read yet shows that the reader holds back.
    if (content.readableLength > 0 || socket.bytesRead !== heard.bytes)
      heard = { at: now, bytes: socket.bytesRead }
    else if (now - heard.at > SILENCE_MS) content.destroy(away(new Error('the object storage is silent')))
  }, LOOK_MS)
  timer.unref()
  return content.once('close', () => clearInterval(timer))
}

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
      const { sdk, downloads } = await open()
      const Range = range && `bytes=${range.start}-${range.end}`
      const late = new AbortController()
      const timer = setTimeout(() => late.abort(), ANSWER_MS)
      const command = new sdk.GetObjectCommand({ Bucket, Key: named(key), Range })
      const answer = await found(downloads.send(command, { abortSignal: late.signal })).finally(() =>
        clearTimeout(timer)
      )
      return answer ? untilSilent(answer.Body as IncomingMessage) : null
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
