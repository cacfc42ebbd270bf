import { ctfdEvent } from './ctfd/event'
import { ctfdPeople } from './ctfd/people'
import type { ExportedPerson } from './exported-person'
import { rctfEvent } from './rctf/event'
import { rctfPeople } from './rctf/people'

/** The event in a ZIP of CTFd or rCTF (docs/event-files.md). Null for another ZIP. @throws AppError `archive.*` */
export const readExportedEvent = async (path: string): Promise<object | null> =>
  (await ctfdEvent(path)) ?? rctfEvent(path)

/** Users in a ZIP of CTFd or rCTF (docs/rules/staff.md). Null for another ZIP. @throws AppError `archive.*` */
export const readExportedPeople = async (path: string): Promise<ExportedPerson[] | null> =>
  (await ctfdPeople(path)) ?? rctfPeople(path)
