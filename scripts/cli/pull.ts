import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, posix, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as Bytes } from 'node:stream/web'
import { stringify } from 'yaml'
import { plural, printStatus, UserError } from '~/scripts/shared/output'
import { sameName } from '~/server/assets/constants'
import { readSourceText, type Source } from '~/server/transfer/archive/source'
import { openZip } from '~/server/transfer/archive/zip'
import { GAME_FILE, type GameArchive, gameArchive, TRANSFER_LIMITS } from '~/server/transfer/contract'
import { isOwn } from '~/server/transfer/layouts/own'
import { OWN_MARK, OWN_VERSION, ownChallenge } from '~/server/transfer/layouts/own-format'
import type { Api } from './api'

type Archived = GameArchive['challenges'][number]
type Files = Archived['files']

/** A challenge's own file that several may share a folder with. */
const NAMED = /\.challenge\.[^./]+$/i

const slugOf = (text: string) =>
  [
    ...text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, '')
  ]
    .slice(0, 60)
    .join('') || 'challenge'

const isSafe = (path: string) =>
  path !== '' &&
  !/[\\\0]|^[a-z]:/i.test(path) &&
  path.split('/').every((part) => part !== '' && !part.startsWith('.'))

/** The path for each challenge's own file: its former one, else `category/title`; each path is used once. */
export function placesOf(
  challenges: readonly Pick<Archived, 'title' | 'category' | 'customCategory' | 'folder'>[]
): string[] {
  const own = challenges.map(({ folder }) => (folder && isSafe(folder) ? folder : null))
  const taken = new Set<string>()
  const free = (wanted: string) => {
    let place = wanted
    for (let n = 2; taken.has(place.toLowerCase()); n++) place = `${wanted}-${n}`
    taken.add(place.toLowerCase())
    return place
  }
  for (const place of own) if (place) taken.add(place.toLowerCase())
  return challenges.map(({ title, category, customCategory }, index) => {
    const place = own[index] ?? free(`${slugOf(customCategory ?? category)}/${slugOf(title)}`)
    return NAMED.test(place) ? place : `${place}/challenge.yml`
  })
}

/** A file of players, written below the challenge's folder, or an address. */
interface PlayersFile {
  named: string
  hash: string | null
}

function playersFileOf(file: Archived['attachment'], folder: string): PlayersFile | null {
  if (file === null) return null
  return file.type === 'Remote'
    ? { named: file.url, hash: null }
    : { named: `${folder}/${file.name}`, hash: file.hash }
}

/** Another file before it has its name. */
const isTwin = (file: Files[number], index: number, all: Files) =>
  all
    .slice(0, index)
    .some(({ name }) => file.name != null && name != null && sameName(name) === sameName(file.name))

/** Where the files of players go below a challenge's folder: apart from those of others that share the folder. */
const belowOf = (place: string) => (NAMED.test(place) ? `${posix.basename(place).replace(NAMED, '')}/` : '')

/** The challenge in our format, and the files that go beside it. */
function written(
  challenge: Archived,
  titles: readonly string[],
  place: string
): { text: string; files: PlayersFile[] } {
  const { flags, attachment, files, requires, title, category, customCategory, type, ...rest } = challenge
  const members = Object.keys(ownChallenge.shape)
  const below = belowOf(place)
  // Null and empty members mean the same as absent ones.
  const columns = Object.entries(rest).filter(
    ([name, value]) => members.includes(name) && value !== null && value !== '' && value !== undefined
  )
  const shared = [...(attachment ? [attachment] : []), ...files].map(
    (file, index, all) =>
      playersFileOf(file, `${below}files${isTwin(file, index, all) ? `/${index + 1}` : ''}`)!
  )
  const own = flags.map(({ attachment: file }, index) => playersFileOf(file, `${below}flags/${index + 1}`))
  const text = stringify(
    {
      [OWN_MARK]: Number(OWN_VERSION),
      title,
      category: customCategory ?? category,
      type,
      ...Object.fromEntries(columns.map(([name, value]) => [name, plain(value)])),
      requires: requires.map((place) => titles[place]!),
      ...(type !== 'DynamicContainer' && {
        flags: flags.map(({ flag }, index) => (own[index] ? { flag, file: own[index].named } : flag))
      }),
      ...(type !== 'DynamicAttachment' && { files: shared.map(({ named }) => named) })
    },
    { lineWidth: 0, blockQuote: 'literal' }
  )
  return { text, files: [...shared, ...own].filter((one): one is PlayersFile => one?.hash != null) }
}

/** Times as texts; priced hints without their ids. */
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, inner: unknown) => (key === 'id' || inner === null ? undefined : inner))
  )

async function sameText(path: string, text: string): Promise<boolean> {
  const old = await readFile(path, 'utf8').catch(() => null)
  if (old === null) return false
  if (!isOwn(old)) throw new UserError(`${path} is in the format of another tool. Pull into another folder.`)
  return old === text
}

/** The file appears when it is whole. */
async function replaced(path: string, content: Readable | string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const part = `${path}.${process.pid}.part`
  try {
    if (typeof content === 'string') await writeFile(part, content)
    else await pipeline(content, createWriteStream(part))
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    const { code } = error as NodeJS.ErrnoException
    throw code ? new UserError(`${path} cannot be written (${code}).`) : error
  }
}

async function bring(
  source: Source,
  root: string,
  place: string,
  { text, files }: ReturnType<typeof written>
) {
  const path = join(root, place)
  const changed = !(await sameText(path, text))
  for (const { named, hash } of files) {
    const content = `files/${hash}`
    const to = join(root, posix.dirname(place), named)
    const there = await stat(to).catch(() => null)
    const old = there?.size === source.files.get(content) ? await readFile(to).catch(() => null) : null
    if (old?.equals(await buffer(await source.open(content)))) continue
    await replaced(to, await source.open(content))
  }
  if (changed) await replaced(path, text)
  return changed
}

/** Writes the challenges of a game as folders of our format; folders that are there become as the game is. */
export async function pull(api: Api, game: number, given: string): Promise<void> {
  const root = resolve(given)
  const temporary = await mkdtemp(join(tmpdir(), 'halyard-'))
  try {
    const zip = join(temporary, 'game.zip')
    const content = await api.archive(game)
    await pipeline(Readable.fromWeb(content as Bytes<Uint8Array>), createWriteStream(zip, { mode: 0o600 }))
    const source = await openZip(zip)
    try {
      const archive = gameArchive.parse(
        JSON.parse(await readSourceText(source, GAME_FILE, TRANSFER_LIMITS.game))
      )
      const { challenges } = archive
      const titles = challenges.map(({ title }) => title)
      let changed = 0
      for (const [index, place] of placesOf(challenges).entries())
        if (await bring(source, root, place, written(challenges[index]!, titles, place))) changed++
      printStatus(`${plural(challenges.length, 'challenge')}, ${changed} written. The files hold every flag.`)
    } finally {
      await source.close()
    }
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}
