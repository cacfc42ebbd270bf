import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { postCard, postInput, postUpdate, postView } from '~/server/posts/contract'

const byId = z.object({ id: z.string() })

const calls = api('edit', {
  '/api/edit/posts': {
    POST: call({
      id: 'editAddPost',
      summary: 'Create a post',
      role: 'Admin',
      body: postInput,
      answer: z.string(),
      run: ({ services, ctx, body }) => services.posts.create(ctx, body)
    })
  },
  '/api/edit/posts/:id': {
    PUT: call({
      id: 'editUpdatePost',
      summary: 'Change a post',
      role: 'Admin',
      params: byId,
      body: postUpdate,
      answer: postView,
      run: ({ services, ctx, params, body }) =>
        services.posts.update(ctx, params.id, body, { ownWrites: true })
    }),
    DELETE: call({
      id: 'editDeletePost',
      summary: 'Delete a post',
      role: 'Admin',
      params: byId,
      run: ({ services, ctx, params }) => services.posts.remove(ctx, params.id)
    })
  },
  '/api/posts': {
    GET: call({
      id: 'infoGetPosts',
      summary: 'All posts',
      scope: 'read',
      answer: z.array(postCard),
      run: ({ services, ctx }) => services.posts.list(ctx)
    })
  },
  '/api/posts/latest': {
    GET: call({
      id: 'infoGetLatestPosts',
      summary: 'Newest posts',
      scope: 'read',
      answer: z.array(postCard),
      run: ({ services, ctx }) => services.posts.latest(ctx)
    })
  },
  '/api/posts/:id': {
    GET: call({
      id: 'infoGetPost',
      summary: 'Read a post',
      scope: 'read',
      params: byId,
      answer: postView,
      run: ({ services, ctx, params }) => services.posts.one(ctx, params.id)
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle
