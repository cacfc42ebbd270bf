import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { newestTest, testInstance } from '~/app/request/test-instance'
import { containerInfo } from '~/server/instances/contract'
import { idParam } from '~/server/platform/wire'

const params = z.object({ id: idParam, cId: idParam })

const calls = api({
  GET: call({
    id: 'editGetTestContainer',
    summary: 'How the newest test container stands',
    role: 'Admin',
    params,
    answer: testInstance.nullable(),
    run: (args) => newestTest(args, args.params.id, args.params.cId)
  }),
  POST: call({
    id: 'editCreateTestContainer',
    summary: 'Start a test container',
    role: 'Admin',
    params,
    answer: containerInfo,
    run: ({ services, ctx, params }) => services.instances.createTest(ctx, params.id, params.cId)
  }),
  DELETE: call({
    id: 'editDestroyTestContainer',
    summary: 'Stop the test container',
    role: 'Admin',
    params,
    run: ({ services, ctx, params }) => services.instances.destroyTest(ctx, params.id, params.cId)
  })
})
export const loader = calls.loader
export const action = calls.action
