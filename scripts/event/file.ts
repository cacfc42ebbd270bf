import { readFile, stat } from 'node:fs/promises'
import { EVENT_LIMITS, EventFault, readEvent, type SeedEvent, toEvent } from '~/server/event-import'
import { isAppError } from '~/server/platform/errors'
import { readExportedEvent } from '~/server/transfer'
import { UserError } from '../shared/output'

const isZip = (bytes: Buffer) => bytes.subarray(0, 4).toString('latin1') === 'PK\x03\x04'

async function readExport(path: string): Promise<SeedEvent> {
  try {
    const event = await readExportedEvent(path)
    if (event === null) throw new EventFault('the ZIP is no export of CTFd or rCTF')
    return toEvent(event)
  } catch (error) {
    if (!isAppError(error)) throw error
    throw new EventFault(`${error.code} ${Object.values(error.params ?? {}).join(' ')}`.trim())
  }
}

/** Reads an event file, or an export of CTFd or rCTF. @throws UserError in one line */
export async function readEventFile(path: string): Promise<SeedEvent> {
  try {
    const { size } = await stat(path)
    if (size > EVENT_LIMITS.bytes) throw new EventFault('the file is larger than 128 MiB')
    const bytes = await readFile(path)
    return isZip(bytes) ? await readExport(path) : readEvent(bytes)
  } catch (error) {
    if (error instanceof EventFault) throw new UserError(`${path}: ${error.message}`)
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new UserError(`There is no file ${path}.`)
    if (code) throw new UserError(`${path} cannot be read (${code}).`)
    throw error
  }
}
