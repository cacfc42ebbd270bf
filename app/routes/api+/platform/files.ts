import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { BUILT_IN_ICON } from '~/app/request/files/built-in-icon'
import { fileReply } from '~/app/request/files/file-reply'
import { FILE_LIMITS, type FileRead, hashParam, localFile } from '~/server/assets/contract'
import { RATES } from '~/server/limits/contract'

const content = Buffer.from(BUILT_IN_ICON, 'base64')

const builtIn: FileRead = {
  hash: createHash('sha256').update(content).digest('hex'),
  size: content.length,
  type: 'image/webp',
  public: true,
  inline: false,
  stream: (start = 0, end = content.length - 1) => Readable.from([content.subarray(start, end + 1)]),
  close: async () => {}
}

const calls = api('edit', {
  '/api/assets': {
    POST: call({
      id: 'assetsUpload',
      summary: 'Upload files',
      act: 'challenges',
      query: z.object({ filename: z.string().max(FILE_LIMITS.name, 'field.text_too_long').optional() }),
      files: { field: 'files', files: FILE_LIMITS.uploadsAtOnce, fileSize: FILE_LIMITS.upload },
      answer: z.array(localFile),
      run: ({ services, ctx, files, query }) => services.assets.upload(ctx, files, query.filename)
    })
  },
  '/api/assets/:hash': {
    DELETE: call({
      id: 'assetsDelete',
      summary: 'Delete a stored file',
      role: 'Admin',
      params: z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/i) }),
      run: ({ services, ctx, params }) => services.assets.remove(ctx, params.hash.toLowerCase())
    })
  },
  '/assets/:hash/:filename': {
    GET: call({
      id: 'assetsGetFile',
      summary: 'Download a stored file',
      params: z.object({ hash: hashParam, filename: z.string().min(1) }),
      file: '*/*',
      reads: RATES.file,
      vital: true,
      run: async ({ services, ctx, params, request }) =>
        fileReply(request, await services.assets.read(ctx, params.hash), params.filename)
    })
  },
  '/favicon.webp': {
    GET: call({
      id: 'systemFavicon',
      summary: 'Site icon',
      file: 'image/webp',
      reads: RATES.file,
      vital: true,
      async run({ services, ctx, request }) {
        const { images } = await services.settings.read()
        const own = images.favicon && (await services.assets.read(ctx, images.favicon).catch(() => null))
        const reply = await fileReply(request, own || builtIn, 'favicon.webp')
        // The name stays while the picture changes.
        reply.headers['Cache-Control'] = 'public, max-age=300'
        return reply
      }
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle
