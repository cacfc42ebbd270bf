import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { objectKey } from '~/server/assets/object-storage'
import type { ObjectStore } from '~/server/platform/objects'

/** A file with its name in both places, and what the database knows of its content. */
export interface KnownFile {
  /** Path below `HALYARD_DATA/files`, and name in the bucket. */
  name: string
  /** Bytes; null: as many as there are. */
  size: number | null
  /** SHA-256; null for recordings, whose hash the database does not have. */
  hash: string | null
}

export const contentName = objectKey

/** `there`: already in the other place; `missing`: in neither; `damaged`: the content has another hash or size. */
export type Outcome = 'moved' | 'there' | 'missing' | 'damaged'

export type Mover = (file: KnownFile, dryRun: boolean) => Promise<Outcome>

const sizeOf = (path: string) =>
  stat(path).then(
    ({ size }) => size,
    () => null
  )

/** SHA-256 of the first `size` bytes; null for a shorter file. */
async function hashOf(path: string, size: number): Promise<string | null> {
  if (((await sizeOf(path)) ?? -1) < size) return null
  const digest = createHash('sha256')
  if (size > 0) for await (const chunk of createReadStream(path, { end: size - 1 })) digest.update(chunk)
  return digest.digest('hex')
}

/** Moves files from the folder to the bucket. The server refuses bytes with another hash. */
export function toObjects(root: string, objects: ObjectStore): Mover {
  return async ({ name, size: wanted, hash }, dryRun) => {
    const path = join(root, name)
    const there = await objects.head(name)
    const here = await sizeOf(path)
    const size = wanted ?? here ?? there?.size ?? 0
    if (there && there.size === size && (hash === null || there.hash === hash || there.hash === null))
      return 'there'
    if (here === null) return 'missing'
    const found = await hashOf(path, size)
    if (found === null || (hash !== null && found !== hash)) return 'damaged'
    if (!dryRun) await objects.putFile(name, path, { size, hash: found })
    return 'moved'
  }
}

/** Moves files from the bucket to the folder. A file gets its name when its hash is right and it is on the disk. */
export function toFolder(root: string, objects: ObjectStore): Mover {
  return async ({ name, size, hash }, dryRun) => {
    const path = join(root, name)
    const there = await objects.head(name)
    const wanted = hash ?? there?.hash ?? null
    const here = await hashOf(path, size ?? there?.size ?? 0)
    if (here !== null && (wanted === null || here === wanted)) return 'there'
    if (!there) return 'missing'
    if (there.size < (size ?? 0)) return 'damaged'
    if (dryRun) return 'moved'
    const content = await objects.get(name)
    if (!content) return 'missing'
    const part = `${path}.part`
    await mkdir(dirname(path), { recursive: true })
    try {
      await pipeline(content, createWriteStream(part, { mode: 0o640 }))
      if (wanted !== null && (await hashOf(part, there.size)) !== wanted) return 'damaged'
      const file = await open(part, 'r')
      await file.sync().finally(() => file.close())
      await rename(part, path)
      return 'moved'
    } finally {
      await rm(part, { force: true })
    }
  }
}
