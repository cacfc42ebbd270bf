import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { plural, print, printStatus, UserError } from '~/scripts/shared/output'
import { SUITCASE_LIMITS, type SuitcaseManifest, suitcasePeople } from '~/server/suitcases/contract'
import { loadImages, needSpace, withEngine } from './images'
import type { PackNeeds } from './pack'
import { GAME, IMAGES, MANIFEST, type OpenSuitcase, openSuitcase, PEOPLE, SIGNATURE, summed } from './parts'

/** Reads and checks everything before anything is changed. @throws UserError, AppError `suitcase.*` */
async function checked(
  { services }: PackNeeds,
  suitcase: OpenSuitcase
): Promise<{ manifest: SuitcaseManifest; people: ReturnType<typeof suitcasePeople.parse> }> {
  const bytes = await suitcase.read(MANIFEST, SUITCASE_LIMITS.lists)
  const signature = await suitcase.read(SIGNATURE, 1000)
  const manifest = services.suitcases.read(bytes, signature.toString())
  const listed = new Set(manifest.files.map(({ name }) => name))
  for (const name of [GAME, PEOPLE]) if (!listed.has(name)) throw new UserError(`The file lacks ${name}.`)
  for (const file of manifest.files) await suitcase.check(file)
  const people = suitcasePeople.safeParse(
    JSON.parse((await suitcase.read(PEOPLE, SUITCASE_LIMITS.lists)).toString())
  )
  if (!people.success) throw new UserError(`${PEOPLE} cannot be read.`)
  return { manifest, people: people.data }
}

/** Makes the packed game on this machine, and loads its images. The same twice changes nothing. */
export async function unpack(needs: PackNeeds, given: { path: string; images: boolean }): Promise<void> {
  const { services, ctx, env, signal } = needs
  const suitcase = await openSuitcase(resolve(given.path))
  const folder = await mkdtemp(join(env.HALYARD_DATA, 'suitcase-'))
  try {
    const { manifest, people } = await checked(needs, suitcase)
    const game = manifest.files.find(({ name }) => name === GAME)!
    await needSpace(env.HALYARD_DATA, 2 * game.bytes, 'Unpacking')
    if (given.images && manifest.images.length > 0)
      await withEngine(env, (files) =>
        loadImages(files, manifest.images, () => suitcase.open(IMAGES), signal)
      )
    const path = join(folder, GAME)
    await pipeline(await suitcase.open(GAME), createWriteStream(path, { mode: 0o600 }), { signal })
    const made = await services.suitcases.unpack(ctx, manifest, people, path)
    if (made.created) printStatus(`${manifest.home.title}: ${plural(made.teams, 'team')}`)
    else printStatus('This suitcase was unpacked before; the game is as it was.')
    for (const name of made.left)
      printStatus(`NOT ${name}: its accounts have names or addresses of others here`)
    printStatus(`The fingerprint of this game, to be confirmed at home: ${made.fingerprint}`)
    print(`game ${made.gameId}`)
  } finally {
    suitcase.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** @throws UserError when a file is not what its checksum says */
async function checkSum(path: string): Promise<void> {
  if (!existsSync(path)) throw new UserError(`There is no file ${path}.`)
  const line = await readFile(`${path}.sha256`, 'utf8').catch(() => {
    throw new UserError(
      `${path}.sha256 is missing; bring it along, because it tells whether ${path} is complete.`
    )
  })
  let sum = ''
  const content = summed(createReadStream(path) as AsyncIterable<Buffer>, ({ sha256 }) => {
    sum = sha256
  })
  for await (const _ of content);
  if (line.split(/\s/)[0] !== sum)
    throw new UserError(`${path} is damaged or incomplete: it has another checksum.`)
}

/** Loads images that `images` wrote; says which of a game's are still missing. */
export async function load(needs: PackNeeds, given: { path: string; gameId: number | null }): Promise<void> {
  const { services, ctx, env, signal } = needs
  const path = resolve(given.path)
  await checkSum(path)
  const wanted =
    given.gameId === null ? [] : (await services.suitcases.pack(ctx, given.gameId, { people: false })).images
  await withEngine(env, async (files) => {
    await files.load(createReadStream(path), signal)
    const found = await Promise.all(
      wanted.map(async (reference) => ({ reference, image: await files.find(reference) }))
    )
    const missing = found.filter(({ image }) => image === null)
    if (missing.length > 0)
      throw new UserError(
        `Loaded; still missing:${missing.map(({ reference }) => `\n  ${reference}`).join('')}`
      )
  })
  printStatus(wanted.length > 0 ? `${plural(wanted.length, 'image')} are there` : 'Loaded')
}
