import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { api, call } from '~/app/request/api'
import { BUILT_IN_ICON } from '~/app/request/built-in-icon'
import { fileReply } from '~/app/request/file-reply'
import type { FileRead } from '~/server/assets/contract'
import { RATES } from '~/server/platform/rates'

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

const calls = api({
  GET: call({
    id: 'systemFavicon',
    summary: 'Site icon',
    file: 'image/webp',
    reads: RATES.file,
    async run({ services, ctx, request }) {
      const { images } = await services.settings.read()
      const own = images.favicon && (await services.assets.read(ctx, images.favicon).catch(() => null))
      const reply = await fileReply(request, own || builtIn, 'favicon.webp')
      // Asked for by a name that stays while the picture changes.
      reply.headers['Cache-Control'] = 'public, max-age=300'
      return reply
    }
  })
})
export const loader = calls.loader
export const action = calls.action
