import { z } from 'zod'
import { api, call, Reply } from '~/app/request/api'
import { byId } from '~/app/request/api/params'
import { disposition } from '~/app/request/files/download'
import { ONE_IMAGE, storedFile } from '~/server/assets/contract'
import { logMessage, logMessageOf, logQuery } from '~/server/logs/contract'
import { idParam, pageSchema, pagingQuery } from '~/server/platform/wire'
import { pluginView } from '~/server/plugins/contract'
import { configView, settingsInput } from '~/server/settings/contract'
import { writeupInfo, writeupPublishing } from '~/server/writeups/contract'

const calls = api('admin', {
  '/api/admin/files': {
    GET: call({
      id: 'adminFiles',
      summary: 'List stored files',
      role: 'Admin',
      query: pagingQuery(50),
      answer: pageSchema(storedFile),
      run: ({ services, ctx, query }) => services.assets.list(ctx, query)
    })
  },
  '/api/admin/logs': {
    GET: call({
      id: 'adminLogs',
      summary: 'Read the log',
      role: 'Admin',
      query: logQuery,
      answer: z.array(logMessage),
      async run({ services, ctx, query: { level, ...page }, translator }) {
        const rows = await services.logs.list(ctx, { level, search: '', events: [] }, page)
        return rows.map((row) => logMessageOf(row, ctx.locale, translator.translate))
      }
    })
  },
  '/api/admin/plugins': {
    GET: call({
      id: 'adminPlugins',
      summary: 'List plug-ins with their last error',
      role: 'Admin',
      answer: z.array(pluginView),
      run: ({ services, ctx }) => services.plugins.list(ctx)
    })
  },
  '/api/admin/writeups/:id': {
    GET: call({
      id: 'adminWriteups',
      summary: 'List writeups of a game',
      act: 'writeups',
      params: byId,
      answer: z.array(writeupInfo),
      run: ({ services, ctx, params }) => services.writeups.list(ctx, params.id)
    })
  },
  '/api/admin/writeups/:id/all': {
    GET: call({
      id: 'adminDownloadAllWriteups',
      summary: 'Download all writeups',
      act: 'writeups',
      params: byId,
      file: 'application/zip',
      async run({ services, ctx, params }) {
        const { name, content } = await services.writeups.archive(ctx, params.id)
        const headers = {
          'Content-Type': 'application/zip',
          'Content-Disposition': disposition('attachment', name)
        }
        return new Reply(200, headers, content)
      }
    })
  },
  // Not in the contract.
  '/api/admin/writeups/:id/:partId': {
    PUT: call({
      id: 'adminPublishWriteup',
      summary: 'Choose a writeup for everybody to read once the game is over',
      act: 'writeups',
      params: byId.extend({ partId: idParam }),
      body: writeupPublishing,
      run: ({ services, ctx, params, body }) =>
        services.writeups.publish(ctx, params.id, params.partId, body.published)
    })
  },
  '/api/admin/config': {
    GET: call({
      id: 'adminGetConfigs',
      summary: 'Read all settings',
      role: 'Admin',
      answer: configView,
      run: ({ services, ctx }) => services.settings.editAll(ctx)
    }),
    PUT: call({
      id: 'adminUpdateConfigs',
      summary: 'Change settings',
      role: 'Admin',
      body: settingsInput,
      run: async ({ services, ctx, body }) => void (await services.settings.update(ctx, body))
    })
  },
  '/api/admin/config/logo': {
    POST: call({
      id: 'adminUpdateLogo',
      summary: 'Upload the logo',
      role: 'Admin',
      files: ONE_IMAGE,
      run: ({ services, ctx, files }) => services.assets.setLogo(ctx, files[0])
    }),
    DELETE: call({
      id: 'adminResetLogo',
      summary: 'Remove the logo',
      role: 'Admin',
      run: ({ services, ctx }) => services.assets.clearLogo(ctx)
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle
