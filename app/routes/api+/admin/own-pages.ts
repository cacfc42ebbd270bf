import { z } from 'zod'
import { api, call } from '~/app/request/api'
import {
  ownPageEdit,
  ownPageInput,
  ownPageLink,
  ownPageRow,
  ownPageUpdate,
  ownPageView
} from '~/server/own-pages/contract'

const byAddress = z.object({ address: z.string() })

// Not in the contract (docs/rules/appearance.md#pages).
const calls = api('admin', {
  '/api/admin/pages': {
    GET: call({
      id: 'adminPages',
      summary: 'Own pages, drafts too',
      role: 'Admin',
      answer: z.array(ownPageRow),
      run: ({ services, ctx }) => services.ownPages.editList(ctx)
    }),
    POST: call({
      id: 'adminAddPage',
      summary: 'Create an own page',
      role: 'Admin',
      body: ownPageInput,
      answer: ownPageEdit,
      run: ({ services, ctx, body }) => services.ownPages.create(ctx, body)
    })
  },
  '/api/admin/pages/:address': {
    GET: call({
      id: 'adminPage',
      summary: 'An own page in all languages',
      role: 'Admin',
      params: byAddress,
      answer: ownPageEdit,
      run: ({ services, ctx, params }) => services.ownPages.editOne(ctx, params.address)
    }),
    PUT: call({
      id: 'adminUpdatePage',
      summary: 'Change an own page; what is absent stays',
      role: 'Admin',
      params: byAddress,
      body: ownPageUpdate,
      answer: ownPageEdit,
      run: ({ services, ctx, params, body }) => services.ownPages.update(ctx, params.address, body)
    }),
    DELETE: call({
      id: 'adminDeletePage',
      summary: 'Delete an own page',
      role: 'Admin',
      params: byAddress,
      run: ({ services, ctx, params }) => services.ownPages.remove(ctx, params.address)
    })
  },
  '/api/pages': {
    GET: call({
      id: 'infoPages',
      summary: 'Published own pages, in their order',
      scope: 'read',
      answer: z.array(ownPageLink),
      run: ({ services, ctx }) => services.ownPages.list(ctx)
    })
  },
  '/api/pages/:address': {
    GET: call({
      id: 'infoPage',
      summary: 'Read an own page',
      scope: 'read',
      params: byAddress,
      answer: ownPageView,
      run: ({ services, ctx, params }) => services.ownPages.one(ctx, params.address)
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle
