import { api, call, type Mount } from '~/app/request/api'
import { openApi } from '~/app/request/openapi'
import { apiRoutes } from '~/app/routes.js'

// Read when asked: the document is made from the very definitions that answer the calls.
const modules = import.meta.glob<{ loader: Mount }>('./**/*.ts', { eager: true })

function describe() {
  const operations = Object.entries(apiRoutes)
    .filter(([path]) => !path.includes('*') && !path.endsWith('openapi.json'))
    .map(([path, file]) => ({
      path: path.replace(/^\//, ''),
      mount: modules[file.replace('api+/', './')]!.loader
    }))
  return openApi(operations, '0.24.4')
}

let document: unknown

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
