import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import {
  type FileHandle,
  mkdir,
  open,
  opendir,
  readdir,
  rename,
  rm,
  stat,
  statfs,
  unlink
} from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { AppError } from '~/server/platform/errors'
import { randomHex } from '~/server/platform/ids'
import type { Log } from '~/server/platform/log'
import type { ObjectStore } from '~/server/platform/objects'
import { SHA256_HEX } from '~/server/platform/sha256'
import type { Staged } from './contract'
import { createObjectStorage } from './object-storage'
import type { Storage } from './storage-contract'
import { sniffMediaType } from './types'

export type { Storage } from './storage-contract'

const HEAD = 64

/** Bytes that uploads leave free, so that the embedded Postgres can go on to store flags (docs/rules/files.md#uploads). */
const RESERVE = 256 * 1024 ** 2
/** Bytes of a file after which the room is looked at again. */
const SPACE_CHECK_BYTES = 16 * 1024 ** 2

const missing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

const ioError = (cause: unknown) => Object.assign(new AppError('asset.io_error'), { cause })

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}

async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.length; ) at += (await file.write(chunk, at)).bytesWritten
}

interface Receiving {
  limit: number
  /** @throws AppError `file.no_room` */
  checkRoom(): Promise<void>
}

async function write(
  path: string,
  source: AsyncIterable<Uint8Array>,
  { limit, checkRoom }: Receiving
): Promise<Staged> {
  const file = await open(path, 'wx', 0o640).catch((error) => {
    throw ioError(error)
  })
  const digest = createHash('sha256')
  let head = Buffer.alloc(0)
  let size = 0
  let looked = 0
  try {
    for await (const chunk of source) {
      size += chunk.length
      if (size > limit) throw new AppError('file.too_large')
      if (size - looked > SPACE_CHECK_BYTES) {
        looked = size
        await checkRoom()
      }
      if (head.length < HEAD) head = Buffer.concat([head, chunk.subarray(0, HEAD - head.length)])
      digest.update(chunk)
      await writeAll(file, chunk).catch((error) => {
        throw ioError(error)
      })
    }
    await file.sync().catch((error) => {
      throw ioError(error)
    })
  } finally {
    await file.close()
  }
  return { path, size, hash: digest.digest('hex'), type: sniffMediaType(head) }
}

function createSweeping(temporary: string, kept: string): Pick<Storage, 'sweepTemporary' | 'stored'> {
  return {
    async sweepTemporary(before) {
      let swept = 0
      for (const name of await readdir(temporary).catch(() => [])) {
        const path = join(temporary, name)
        const found = await stat(path).catch(() => null)
        if (!found || found.mtime >= before) continue
        await rm(path, { force: true })
        swept++
      }
      return swept
    },

    async *stored(before) {
      const files = async function* (folder: string): AsyncGenerator<string> {
        const entries = await opendir(folder).catch((error) => {
          if (missing(error)) return null
          throw error
        })
        for await (const entry of entries ?? [])
          if (entry.isDirectory()) yield* files(join(folder, entry.name))
          else yield join(folder, entry.name)
      }
      for await (const path of files(kept)) {
        const name = basename(path)
        if (!SHA256_HEX.test(name)) continue
        const found = await stat(path).catch(() => null)
        if (found && found.mtime < before) yield name
      }
    }
  }
}

/** `reserve`: bytes that uploads leave free. */
export function createFolderStorage(data: string, reserve = () => RESERVE): Storage {
  const root = resolve(data, 'files')
  const temporary = join(root, 'temporary')
  const pathOf = (hash: string) => {
    if (!SHA256_HEX.test(hash)) throw new Error('not a hash')
    return join(root, 'stored', hash.slice(0, 2), hash.slice(2, 4), hash)
  }
  const room = async () => {
    const { bavail, bsize } = await statfs(data)
    return bavail * bsize
  }
  const checkRoom = async () => {
    if ((await room()) < reserve()) throw new AppError('file.no_room', 503, { retryAfter: 60 })
  }

  return {
    async prepare() {
      const probe = join(temporary, `probe-${randomHex(8)}`)
      try {
        await mkdir(temporary, { recursive: true })
        await mkdir(join(root, 'stored'), { recursive: true })
        const file = await open(probe, 'wx')
        await file.close()
        await unlink(probe)
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException
        throw new Error(
          `Files cannot be written to ${root} (${code ?? message}). HALYARD_DATA must name a folder that this user may write to.`
        )
      }
    },

    async receive(source, limit) {
      await mkdir(temporary, { recursive: true }).catch((error) => {
        throw ioError(error)
      })
      await checkRoom()
      const path = join(temporary, randomHex(16))
      try {
        return await write(path, source, { limit, checkRoom })
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
    },

    async storeAhead() {},
    reachable: async () => null,

    async place({ path, hash }) {
      const target = pathOf(hash)
      try {
        await mkdir(dirname(target), { recursive: true })
        await rename(path, target)
        await syncFolder(dirname(target))
      } catch (error) {
        throw ioError(error)
      }
    },

    discard: (path) => rm(path, { force: true }),

    room,

    async open(hash) {
      try {
        const handle = await open(pathOf(hash), 'r')
        return {
          stream: (start, end) => createReadStream('', { fd: handle, start, end }),
          close: () => handle.close()
        }
      } catch (error) {
        if (missing(error)) return null
        throw error
      }
    },

    remove: (hash) => rm(pathOf(hash), { force: true }),
    ...createSweeping(temporary, join(root, 'stored'))
  }
}

export function createStorage(data: string, objects: ObjectStore | null = null, log?: Log): Storage {
  const folder = createFolderStorage(data)
  return objects ? createObjectStorage(folder, objects, log) : folder
}
