import { readFile, stat } from 'node:fs/promises'
import { EVENT_LIMITS, EventFault, readEvent, type SeedEvent } from '~/server/seed'
import { Fault } from './say'

/** Reads an event file. @throws Fault in one line */
export async function readEventFile(path: string): Promise<SeedEvent> {
  try {
    const { size } = await stat(path)
    if (size > EVENT_LIMITS.bytes) throw new EventFault('the file is larger than 128 MiB')
    return readEvent(await readFile(path))
  } catch (error) {
    if (error instanceof EventFault) throw new Fault(`${path}: ${error.message}`)
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new Fault(`There is no file ${path}.`)
    if (code) throw new Fault(`${path} cannot be read (${code}).`)
    throw error
  }
}
