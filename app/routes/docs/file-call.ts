import { z } from 'zod'
import { api, call, Reply } from '~/app/request/api'
import { notFound } from '~/server/platform/errors'
import { FILE_TYPES, library } from './library'

/** Files that documents lead to, such as a schema. */
const calls = api(null, {
  '/docs/files/:name': {
    GET: call({
      id: 'docsFile',
      summary: 'A file of the documentation',
      params: z.object({ name: z.string().max(100) }),
      file: 'application/octet-stream',
      run({ params: { name } }) {
        const content = library().file(name)
        if (!content) throw notFound('file.not_found')
        const type = FILE_TYPES[name.slice(name.lastIndexOf('.') + 1)]!
        return new Reply(200, { 'Content-Type': type }, content)
      }
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle
