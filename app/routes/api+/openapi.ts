import { api, call, type Mount } from '~/app/request/api'
import { openApi } from '~/app/request/openapi'
import { apiRoutes } from '~/app/routes.js'

type Module = { loader?: Partial<Mount> }

// Loaded when asked for: the document is made from the very definitions that answer the calls.
const modules = import.meta.glob<Module>('./**/*.ts')

let document: Promise<unknown> | undefined

async function describe() {
  const operations = await Promise.all(
    Object.entries(apiRoutes)
      .filter(([path]) => !path.includes('*') && !path.endsWith('openapi.json'))
      .map(async ([path, file]) => {
        const { loader } = (await modules[file.replace('api+/', './')]?.()) ?? {}
        return { path: path.replace(/^\//, ''), mount: loader as Mount }
      })
  )
  return openApi(operations, '0.24.4')
}

const calls = api({
  GET: call({
    id: 'openApi',
    summary: 'This contract as OpenAPI 3.1',
    run() {
      document ??= describe()
      return document
    }
  })
})
export const loader = calls.loader
export const action = calls.action
