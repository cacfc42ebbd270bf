import { Readable } from 'node:stream'
import { isAppError } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import type { ObjectStore } from '~/server/platform/objects'
import { SHA256_HEX } from '~/server/platform/sha256'
import type { Storage } from './storage-contract'

const PREFIX = 'stored/'

/**
 * The hash's first four digits are folders.
 * @throws Error for anything but a SHA-256 in lower-case hex, so that no name leaves the prefix
 */
export function objectKey(hash: string): string {
  if (!SHA256_HEX.test(hash)) throw new Error('not a hash')
  return `${PREFIX}${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`
}

/** Requests the object when its first byte is read, so that HEAD costs nothing. */
function streamOf(begin: () => Promise<Readable | null>): Readable {
  const content = async function* () {
    const source = await begin()
    if (source === null) throw new Error('the file has been deleted')
    yield* source
  }
  return Readable.from(content(), { objectMode: false })
}

/** Uploads are received in `folder`. Deletions hold the content's lock, so a content that `place` finds stays. */
export function createObjectStorage(folder: Storage, objects: ObjectStore, log?: Log): Storage {
  const storeAhead: Storage['storeAhead'] = async ({ path, hash, size }) => {
    if (size > 0) await objects.putFile(objectKey(hash), path, { size, hash })
  }
  return {
    ...folder,
    storeAhead,

    async prepare() {
      await folder.prepare()
      await objects.check().catch((error: Error) => {
        // A brief outage of the store must not block flags.
        if (!isAppError(error)) throw new Error(`Files cannot be stored at ${objects.name}. ${error.message}`)
        log?.warn({ reason: objects.name }, 'file_storage_away')
      })
    },

    async place(staged) {
      const found = await objects.head(objectKey(staged.hash))
      if (found?.size !== staged.size) await storeAhead(staged)
    },

    async open(hash) {
      const key = objectKey(hash)
      if (!(await objects.head(key))) return null
      return {
        stream: (start, end) =>
          streamOf(() => objects.get(key, end === undefined ? undefined : { start: start ?? 0, end })),
        close: async () => {}
      }
    },

    reachable: () =>
      objects.check().then(
        () => true,
        () => false
      ),

    remove: (hash) => objects.remove(objectKey(hash)),

    async *stored(before) {
      for await (const { key, modified } of objects.list(PREFIX)) {
        const name = key.slice(key.lastIndexOf('/') + 1)
        if (SHA256_HEX.test(name) && modified < before) yield name
      }
    }
  }
}
