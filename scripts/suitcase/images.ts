import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { engineAddress } from '~/jobs/instances/connection'
import { type ImageFiles, isPinned, openImageFiles } from '~/jobs/instances/engine/docker/image-files'
import { EngineError } from '~/jobs/instances/engine/engine'
import { plural, printStatus, UserError } from '~/scripts/shared/output'
import type { Env } from '~/server/platform/env'
import type { SuitcaseManifest } from '~/server/suitcases/contract'

export type Images = SuitcaseManifest['images']

/** Bytes that must stay free besides the written ones. */
const ROOM = 256 * 1024 * 1024
const MIB = 1024 * 1024

/** @throws UserError when a folder of this machine has less free space than `bytes`; folders of others are not seen */
export async function needSpace(folder: string, bytes: number, what: string): Promise<void> {
  if (!existsSync(folder)) return
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  if (free >= bytes + ROOM) return
  const mib = (value: number) => Math.ceil(value / MIB).toLocaleString('en-US')
  throw new UserError(
    `${what} needs ${mib(bytes + ROOM)} MiB in ${folder}, where ${mib(free)} MiB are free; nothing was changed.`
  )
}

/** Works with the engine of the environment. @throws UserError in one sentence for a fault of the engine */
export async function withEngine<T>(env: Env, work: (files: ImageFiles) => Promise<T>): Promise<T> {
  const address = engineAddress(env)
  if (!address)
    throw new UserError(
      'There is no container engine here; start one, set DOCKER_HOST, or add --without-images.'
    )
  const files = openImageFiles(address)
  try {
    return await work(files)
  } catch (error) {
    if (error instanceof EngineError) throw new UserError(`The container engine says: ${error.message}`)
    throw error
  } finally {
    files.close()
  }
}

const list = (names: readonly string[]) => names.map((name) => `\n  ${name}`).join('')

/** The engine's images for the references. @throws UserError that lists those that cannot be saved */
export async function imagesOf(files: ImageFiles, references: readonly string[]): Promise<Images> {
  const pinned = references.filter(isPinned)
  if (pinned.length > 0)
    throw new UserError(
      `An image that is named by its digest is not found again after it was in a file; name it by a tag:${list(pinned)}`
    )
  const found = await Promise.all(
    references.map(async (reference) => ({ reference, image: await files.find(reference) }))
  )
  const missing = found.flatMap(({ reference, image }) => (image ? [] : [reference]))
  if (missing.length > 0)
    throw new UserError(`The container engine lacks these images; pull or build them first:${list(missing)}`)
  return found.map(({ reference, image }) => ({ reference, id: image!.id, bytes: image!.bytes }))
}

export const totalOf = (images: Images): number => images.reduce((sum, { bytes }) => sum + bytes, 0)

/** References of images that are not on the engine, or are others. */
export async function missingOf(
  files: ImageFiles,
  images: readonly Omit<Images[number], 'bytes'>[]
): Promise<string[]> {
  const found = await Promise.all(
    images.map(async ({ reference, id }) => ({ reference, good: (await files.find(reference))?.id === id }))
  )
  return found.flatMap(({ reference, good }) => (good ? [] : [reference]))
}

/** Loads images unless all are there. @throws UserError for images that the file did not bring */
export async function loadImages(
  files: ImageFiles,
  images: Images,
  open: () => Promise<Readable>,
  signal: AbortSignal
): Promise<void> {
  if ((await missingOf(files, images)).length === 0)
    return printStatus(`${plural(images.length, 'image')} are there already`)
  await needSpace(await files.root(), totalOf(images), 'Loading the images')
  await files.load(await open(), signal)
  const missing = await missingOf(files, images)
  if (missing.length > 0)
    throw new UserError(`The file does not hold these images as the game wants them:${list(missing)}`)
  printStatus(`${plural(images.length, 'image')} loaded`)
}
