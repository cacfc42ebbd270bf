import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, posix, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { UserError } from '~/scripts/shared/output'
import { openFolder } from '~/server/transfer/archive/folder'
import { rootOf, type Source } from '~/server/transfer/archive/source'
import { openZip } from '~/server/transfer/archive/zip'
import { DEFINITION } from '~/server/transfer/definition'
import type { Plan, PlannedContent } from '~/server/transfer/plan/plan'
import { planImport } from '~/server/transfer/plan/planner'

/** The folder that everything lies in when it is sent, so that the platform knows each place from the same root. */
const TOP = 'challenges'
/** Files of the same bytes make the same ZIP. */
const PACKED_AT = new Date(Date.UTC(2000, 0, 1))

/** Challenges as this machine has them, read as the platform reads them. */
export interface Tree {
  source: Source
  plan: Plan
  /** A place as the author knows it. */
  shown(from: string): string
  /** Calls with a ZIP of what the platform needs; `only`: challenges by `from`, with those that they require, else all. The ZIP is gone after. */
  packed<T>(use: (zip: string) => Promise<T>, only?: ReadonlySet<string>): Promise<T>
  close(): Promise<void>
}

/** A source one folder deeper. */
function deeper(source: Source): Source {
  const inner = (path: string) => path.slice(TOP.length + 1)
  const outer = (path: string) => `${TOP}/${path}`
  return {
    files: new Map([...source.files].map(([path, size]) => [outer(path), size])),
    links: new Set([...source.links].map(outer)),
    real: (path) => (path.startsWith(`${TOP}/`) ? outer(source.real(inner(path))) : path),
    open: (path) => source.open(inner(path)),
    close: source.close
  }
}

const pathsOf = (content: PlannedContent): string[] =>
  'path' in content ? [content.path] : content.zip.flatMap((one) => ('path' in one ? [one.path] : []))

/** The files that players get. */
export function contentsOf({ challenges }: Pick<Plan, 'challenges'>): PlannedContent[] {
  return challenges.flatMap(({ files, flags }) =>
    [...files, ...flags.map((one) => one.file)].flatMap((one) => (one?.type === 'Local' ? [one.content] : []))
  )
}

async function writeZip(source: Source, paths: Iterable<string>, to: string): Promise<void> {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  for (const path of paths)
    zip.addReadStreamLazy(path, { mtime: PACKED_AT, mode: 0o100644, forceDosTimestamp: true }, (give) => {
      source.open(path).then(
        (stream) =>
          give(
            null,
            stream.on('error', (error) => output.destroy(error))
          ),
        (error) => give(error, Readable.from([]))
      )
    })
  zip.on('error', (error: Error) => output.destroy(error))
  zip.end()
  await pipeline(output, createWriteStream(to, { mode: 0o600 }))
}

/** With the challenges that some require: they are known by their titles, which the platform reads in the same ZIP. */
function withRequired({ challenges }: Plan, only: ReadonlySet<string>): ReadonlySet<string> {
  const byFrom = new Map(challenges.map((one) => [one.from, one]))
  const wanted = new Set(only)
  for (const from of wanted) for (const other of byFrom.get(from)?.requires ?? []) wanted.add(other)
  return wanted
}

/**
 * The paths to send: files that describe challenges, and those for players. Solutions and sources stay here, as do definitions of
 * challenges that are not wanted.
 */
function wantedPaths(plan: Plan, opened: ReadonlySet<string>, some?: ReadonlySet<string>): string[] {
  const only = some && withRequired(plan, some)
  const challenges = only ? plan.challenges.filter(({ from }) => only.has(from)) : plan.challenges
  const read = [...opened].filter((path) => !only || only.has(path) || !DEFINITION.test(posix.basename(path)))
  return [...new Set([...read, ...contentsOf({ challenges }).flatMap(pathsOf)])].sort()
}

async function withTemporary<T>(use: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'halyard-'))
  try {
    return await use(join(folder, 'challenges.zip'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Reads a folder or a ZIP. @throws UserError, AppError `archive.*` */
export async function openTree(given: string): Promise<Tree> {
  const path = resolve(given)
  const entry = await stat(path).catch(() => {
    throw new UserError(`There is no folder or file ${given}.`)
  })
  const isFolder = entry.isDirectory()
  const whole = isFolder ? await openFolder(path) : await openZip(path)
  // A ZIP that has one folder at its top keeps it.
  const isDeeper = isFolder || rootOf(whole) === '.'
  const own = isDeeper ? deeper(whole) : whole
  const opened = new Set<string>()
  const source: Source = {
    ...own,
    open(one) {
      opened.add(one)
      return own.open(one)
    }
  }
  try {
    // The number of a game stands for "one that is there": nothing but the challenges is planned.
    const plan = await planImport(source, basename(path), new Date(), { dryRun: true, game: 1 })
    const read = new Set(plan.told ?? opened)
    return {
      source: own,
      plan,
      shown: (from) => (isDeeper ? from.replace(`${TOP}/`, '') : from),
      packed: (use, only) =>
        withTemporary(async (to) => {
          await writeZip(own, wantedPaths(plan, read, only), to)
          return use(to)
        }),
      close: own.close
    }
  } catch (error) {
    await own.close()
    throw error
  }
}
