import { basename, dirname, resolve } from 'node:path'
import { Readable } from 'node:stream'
import type { ImageFiles } from '~/jobs/instances/engine/docker/image-files'
import { plural, print, printStatus, UserError } from '~/scripts/shared/output'
import type { Ctx } from '~/server/access/contract'
import type { Env } from '~/server/platform/env'
import type { Services } from '~/server/services'
import type { Packing } from '~/server/suitcases'
import { type Images, imagesOf, needSpace, totalOf, withEngine } from './images'
import {
  GAME,
  IMAGES,
  MANIFEST,
  type Part,
  PEOPLE,
  README,
  SIGNATURE,
  summed,
  writeWhole,
  zipOf
} from './parts'

export interface PackNeeds {
  services: Services
  ctx: Ctx
  env: Env
  signal: AbortSignal
}

const readme = ({ title, fingerprint }: Packing) => `${title}

1. Bring Halyard onto the machine of the event while it has a network: clone the repository, run "npm start" once, stop it.
2. npm run suitcase -- unpack FILE
   It prints a fingerprint. Note it: at home it proves whose results come back.
   The home game is ${fingerprint}; ask for that if you did not pack this file yourself.
3. npm start, and hold the event. No network is needed.
4. Afterwards: npm run suitcase -- results RESULTS
5. At home, open the game under Administration, then Suitcase, and choose RESULTS.

This file holds every flag of the game and the password hashes of its players. Keep it as you keep those.
`

const smallPart = (name: string, text: string): Part => ({
  name,
  open: async () => Readable.from([Buffer.from(text)], { objectMode: false })
})

async function write(
  { services, ctx, signal }: PackNeeds,
  packing: Packing,
  given: { gameId: number; path: string },
  { images, files }: { images: Images; files: ImageFiles | null }
): Promise<void> {
  const { gameId } = given
  const path = resolve(given.path)
  await needSpace(dirname(path), totalOf(images), 'Packing')
  const parts: Part[] = [
    smallPart(README, readme(packing)),
    smallPart(PEOPLE, JSON.stringify(packing.people)),
    {
      name: GAME,
      open: async () => (await services.transfer.export(ctx, gameId, { posts: false })).content
    }
  ]
  if (files && images.length > 0) {
    const references = images.map(({ reference }) => reference)
    parts.push({ name: IMAGES, open: () => files.save(references, signal) })
  }
  const zip = zipOf(parts, async (sums) => {
    const { manifest, signature } = await services.suitcases.seal(ctx, gameId, packing, {
      files: sums,
      images
    })
    return [
      { name: MANIFEST, content: manifest },
      { name: SIGNATURE, content: Buffer.from(signature) }
    ]
  })
  await writeWhole(path, zip, signal)
  print(path)
}

/** Packs a game into one file. */
export async function pack(
  needs: PackNeeds,
  given: { gameId: number; path: string; images: boolean; people: boolean }
): Promise<void> {
  const { services, ctx, env } = needs
  const packing = await services.suitcases.pack(ctx, given.gameId, { people: given.people })
  for (const address of packing.outside) printStatus(`Not reachable without a network: ${address}`)
  if (given.images && packing.images.length > 0)
    await withEngine(env, async (files) => {
      const images = await imagesOf(files, packing.images)
      await write(needs, packing, given, { images, files })
    })
  else await write(needs, packing, given, { images: [], files: null })
  printStatus(
    `${packing.title}: ${plural(packing.people.teams.length, 'team')}, ${plural(packing.images.length, 'image')}`
  )
  printStatus(`Home is ${packing.fingerprint}`)
  printStatus('The file holds every flag and the password hashes of the players; keep it as you keep those.')
}

/** Writes only the images of a game, as `docker save` does, and their checksum beside them. */
export async function packImages(needs: PackNeeds, given: { gameId: number; path: string }): Promise<void> {
  const { services, ctx, env, signal } = needs
  const path = resolve(given.path)
  const { images: references } = await services.suitcases.pack(ctx, given.gameId, { people: false })
  if (references.length === 0) throw new UserError('The game has no containers.')
  await withEngine(env, async (files) => {
    const images = await imagesOf(files, references)
    await needSpace(dirname(path), totalOf(images), 'Saving the images')
    let sum = ''
    const content = summed(await files.save(references, signal), ({ sha256 }) => {
      sum = sha256
    })
    await writeWhole(path, Readable.from(content, { objectMode: false }), signal)
    const line = `${sum}  ${basename(path)}\n`
    await writeWhole(`${path}.sha256`, Readable.from([line]), signal)
    printStatus(plural(images.length, 'image'))
  })
  print(path)
}
