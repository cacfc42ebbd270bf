import type { Readable } from 'node:stream'
import { Reply } from '../api'
import { disposition } from './download'

/** Data of a person, which no cache may keep. */
export const personReply = (content: Readable): Reply =>
  new Reply(
    200,
    {
      'Content-Type': 'application/zip',
      'Content-Disposition': disposition('attachment', 'person.zip'),
      'Cache-Control': 'private, no-store'
    },
    content
  )
