import { readFile, stat } from 'node:fs/promises'
import { EVENT_LIMITS, EventFault, readEvent, type SeedEvent } from '~/server/seed'
import { UserError } from './output'

/** Reads an event file. @throws UserError in one line */
export async function readEventFile(path: string): Promise<SeedEvent> {
  try {
    const { size } = await stat(path)
    if (size > EVENT_LIMITS.bytes) throw new EventFault('the file is larger than 128 MiB')
    return readEvent(await readFile(path))
  } catch (error) {
    if (error instanceof EventFault) throw new UserError(`${path}: ${error.message}`)
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new UserError(`There is no file ${path}.`)
    if (code) throw new UserError(`${path} cannot be read (${code}).`)
    throw error
  }
}
