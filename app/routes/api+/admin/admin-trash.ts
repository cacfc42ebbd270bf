import { api, call } from '~/app/request/api'
import { byId } from '~/app/request/api/params'
import { restored, trashPage, trashQuery } from '~/server/trash/contract'

const calls = api('admin', {
  '/api/admin/trash': {
    GET: call({
      id: 'adminTrash',
      summary: 'List what was deleted in the last 30 days',
      role: 'Admin',
      query: trashQuery,
      answer: trashPage,
      run: ({ services, ctx, query: { count, skip, ...filter } }) =>
        services.trash.list(ctx, filter, { count, skip })
    })
  },
  '/api/admin/trash/:id': {
    DELETE: call({
      id: 'adminDeleteTrash',
      summary: 'Delete an entry of the trash for good',
      role: 'Admin',
      params: byId,
      run: ({ services, ctx, params }) => services.trash.remove(ctx, params.id)
    })
  },
  '/api/admin/trash/:id/restore': {
    POST: call({
      id: 'adminRestoreTrash',
      summary: 'Restore an entry of the trash',
      role: 'Admin',
      params: byId,
      answer: restored,
      run: ({ services, ctx, params }) => services.trash.restore(ctx, params.id)
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle
