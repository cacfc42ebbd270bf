import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createS3Store, type ObjectStore } from '~/server/platform/objects'

/** Undefined where Swift cannot be installed (scripts/lib/test/swift.mjs). */
export const SWIFT = process.env.SWIFT_PYTHON

/** The account that swift-server.py knows. */
const CREDENTIALS = { accessKeyId: 'halyard:writer', secretAccessKey: 'secretwords' }

/** A store by the S3 protocol of one test file alone. */
export interface Swift {
  endpoint: string
  /** The settings of processes that use this bucket. */
  env(bucket: string): Record<string, string>
  bucket(name: string): Promise<ObjectStore>
  /** Freezes the store, so that it hangs; returns a function that continues it. */
  hang(): () => void
  close(): Promise<void>
}

export async function openSwift(): Promise<Swift> {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-swift-'))
  const child: ChildProcess = spawn(SWIFT!, ['tests/support/s3/swift-server.py', folder], {
    stdio: ['pipe', 'pipe', 'pipe']
  })
  let stderr = ''
  child.stderr!.on('data', (chunk) => {
    stderr += chunk
  })
  const ended = once(child, 'exit')
  const port = await Promise.race([
    once(child.stdout!, 'data').then(([chunk]) => Number(String(chunk).trim())),
    ended.then(() => {
      throw new Error(`Swift did not start:\n${stderr}`)
    })
  ])
  const endpoint = `http://127.0.0.1:${port}`
  const opened: ObjectStore[] = []
  const resume = () => child.kill('SIGCONT')
  return {
    endpoint,
    env: (bucket) => ({
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
      S3_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey
    }),
    async bucket(name) {
      process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true'
      const { S3Client, CreateBucketCommand } = await import('@aws-sdk/client-s3')
      const client = new S3Client({
        ...{ endpoint, region: 'us-east-1', credentials: CREDENTIALS, forcePathStyle: true }
      })
      await client.send(new CreateBucketCommand({ Bucket: name }))
      client.destroy()
      const store = createS3Store({
        ...{ endpoint, region: 'us-east-1', bucket: name, prefix: '', credentials: CREDENTIALS },
        forcePathStyle: true
      })
      opened.push(store)
      return store
    },
    hang() {
      child.kill('SIGSTOP')
      return resume
    },
    async close() {
      for (const store of opened) store.close()
      resume()
      child.stdin!.end()
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
