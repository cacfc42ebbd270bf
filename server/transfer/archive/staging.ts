import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Assets } from '~/server/assets'
import type { Staged } from '~/server/assets/contract'
import { TRANSFER_LIMITS } from '../contract'
import type { Plan, PlannedContent, PlannedFile } from '../plan/plan'
import { archiveFault, readFault } from '../report-lines'
import type { Source } from './source'

export interface StagedContents {
  contents: Staged[]
  of(content: PlannedContent): Staged
  /** Deletes files that were not stored. */
  discard(): Promise<void>
}

/** A fixed time, so that equal files make equal ZIPs. */
const PACKED_AT = new Date(Date.UTC(2000, 0, 1))

/** The same bytes for the same entries. Sources are opened when it is their turn; an error of one ends the stream. */
export function zipStream(
  source: Source,
  entries: Extract<PlannedContent, { zip: unknown }>['zip']
): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const options = { mtime: PACKED_AT, mode: 0o100644, forceDosTimestamp: true }
  for (const entry of entries) {
    if ('text' in entry) zip.addBuffer(Buffer.from(entry.text, entry.encoding), entry.as, options)
    else
      zip.addReadStreamLazy(entry.as, options, (give) => {
        source.open(entry.path).then(
          (stream) =>
            give(
              null,
              stream.on('error', (error) => output.destroy(error))
            ),
          (error) => give(error, Readable.from([]))
        )
      })
  }
  zip.on('error', (error: Error) => output.destroy(error))
  zip.end()
  return output
}

const filesOf = ({ poster, challenges, embeds }: Plan): PlannedContent[] => {
  const local = (file: PlannedFile | null) => (file?.type === 'Local' ? [file.content] : [])
  return [
    ...(poster ? [poster] : []),
    ...challenges.flatMap(({ files, flags }) => [
      ...files.flatMap(local),
      ...flags.flatMap((one) => local(one.file))
    ]),
    ...embeds
  ]
}

const keyOf = (content: PlannedContent) => ('path' in content ? content.path : JSON.stringify(content.zip))

/** A file as challenges store it: a staged one by its hash, an address as it is. */
export const stagedFile = (file: PlannedFile, staged: StagedContents) =>
  file.type === 'Local' ? { type: file.type, name: file.name, hash: staged.of(file.content).hash } : file

/** A failure leaves nothing. @throws AppError `archive.damaged`, `.file_wrong`, `.too_many_contents`, the store's */
export async function stageContents(
  assets: Pick<Assets, 'receive' | 'storeAhead' | 'discard'>,
  source: Source,
  plan: Plan
): Promise<StagedContents> {
  const wanted = new Map(filesOf(plan).map((content) => [keyOf(content), content]))
  if (wanted.size > TRANSFER_LIMITS.contents)
    throw archiveFault('too_many_contents', { max: TRANSFER_LIMITS.contents })
  const staged = new Map<string, Staged>()
  const discard = async () => {
    for (const { path } of staged.values()) await assets.discard(path)
  }
  try {
    for (const [key, content] of wanted) {
      const stream = 'path' in content ? await source.open(content.path) : zipStream(source, content.zip)
      const one = await assets.receive(stream, TRANSFER_LIMITS.file).catch((error) => {
        throw readFault(error)
      })
      staged.set(key, one)
      if ('path' in content && content.hash !== null && content.hash !== one.hash)
        throw archiveFault('file_wrong', { name: content.path })
      await assets.storeAhead(one)
    }
  } catch (error) {
    await discard()
    throw error
  }
  const contents = [...new Map([...staged.values()].map((one) => [one.hash, one])).values()]
  return {
    contents: contents.sort((a, b) => (a.hash < b.hash ? -1 : 1)),
    of: (content) => staged.get(keyOf(content))!,
    discard
  }
}
