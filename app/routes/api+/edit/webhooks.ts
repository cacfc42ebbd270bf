import { z } from 'zod'
import { api, call, Reply } from '~/app/request/api'
import { byId } from '~/app/request/api/params'
import { pageSchema, pagingQuery } from '~/server/platform/wire'
import {
  webhookChange,
  webhookDelivery,
  webhookInput,
  webhookResult,
  webhookSecret,
  webhookTest,
  webhookView
} from '~/server/webhooks/contract'

const ofHook = byId.extend({ hookId: z.uuid() })

const calls = api('edit', {
  '/api/edit/games/:id/webhooks': {
    GET: call({
      id: 'editWebhooks',
      summary: 'List the webhooks of a game',
      act: 'webhooks',
      params: byId,
      answer: z.array(webhookView),
      run: ({ services, ctx, params }) => services.webhooks.list(ctx, params.id)
    }),
    POST: call({
      id: 'editAddWebhook',
      summary: 'Add a webhook to a game; only this answer holds its secret',
      act: 'webhooks',
      params: byId,
      body: webhookInput,
      answer: webhookSecret,
      run: async ({ services, ctx, params, body }) =>
        Reply.json(await services.webhooks.create(ctx, params.id, body))
    })
  },
  '/api/edit/games/:id/webhooks/:hookId': {
    PUT: call({
      id: 'editUpdateWebhook',
      summary: 'Change a webhook, or turn it on or off',
      act: 'webhooks',
      params: ofHook,
      body: webhookChange,
      answer: webhookView,
      run: ({ services, ctx, params, body }) => services.webhooks.update(ctx, params.id, params.hookId, body)
    }),
    DELETE: call({
      id: 'editDeleteWebhook',
      summary: 'Delete a webhook with what it still has to send',
      act: 'webhooks',
      params: ofHook,
      run: ({ services, ctx, params }) => services.webhooks.remove(ctx, params.id, params.hookId)
    })
  },
  '/api/edit/games/:id/webhooks/:hookId/secret': {
    POST: call({
      id: 'editReplaceWebhookSecret',
      summary: 'Replace the secret of a webhook; only this answer holds the new one',
      act: 'webhooks',
      params: ofHook,
      answer: webhookSecret,
      run: async ({ services, ctx, params }) =>
        Reply.json(await services.webhooks.rotate(ctx, params.id, params.hookId))
    })
  },
  '/api/edit/games/:id/webhooks/:hookId/test': {
    POST: call({
      id: 'editTestWebhook',
      summary: 'Send a test message, of a kind if one is given, and read the answer',
      act: 'webhooks',
      params: ofHook,
      query: webhookTest,
      answer: webhookResult,
      run: ({ services, ctx, translator, params, query }) =>
        services.webhooks.test(ctx, params.id, params.hookId, query.event ?? null, translator)
    })
  },
  '/api/edit/games/:id/webhooks/:hookId/deliveries': {
    GET: call({
      id: 'editWebhookDeliveries',
      summary: 'List what a webhook sent and has to send, newest first',
      act: 'webhooks',
      params: ofHook,
      query: pagingQuery(50, 100),
      answer: pageSchema(webhookDelivery),
      run: ({ services, ctx, params, query }) =>
        services.webhooks.deliveries(ctx, params.id, params.hookId, query)
    })
  },
  '/api/edit/games/:id/webhooks/:hookId/deliveries/:deliveryId/replay': {
    POST: call({
      id: 'editReplayWebhookDelivery',
      summary: 'Send a message again under the same id',
      act: 'webhooks',
      params: ofHook.extend({ deliveryId: z.uuid() }),
      run: ({ services, ctx, params }) =>
        services.webhooks.replay(ctx, params.id, params.hookId, params.deliveryId)
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle
