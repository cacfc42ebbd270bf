import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { type ApiHandle, api, call, MISSING } from '~/app/request/api'
import { openApi } from '~/app/request/api/openapi'
import type { Example } from '~/scripts/api/examples'
import { captchaInfo } from '~/server/captcha/contract'
import { clientConfig } from '~/server/settings/contract'

/** All call modules except this one, by name, whichever room they are in. */
const modules = Object.entries(import.meta.glob<{ handle: ApiHandle }>('../*/*.ts', { eager: true }))
  .sort(([one], [other]) => (basename(one) < basename(other) ? -1 : 1))
  .map(([, module]) => module)

/** Taken by the test of the contract from calls that it makes. */
const EXAMPLES = 'docs/api-examples.json'

function describe(): object {
  const examples = JSON.parse(readFileSync(EXAMPLES, 'utf8')) as Record<string, Example>

  const operations = [...modules, calls]
    .flatMap(({ handle }) =>
      Object.entries(handle.paths).map(([path, resource]) => [path, resource, handle.scope] as const)
    )
    .filter(([path]) => !path.includes('*') && !path.endsWith('openapi.json'))
  return openApi(
    operations.map(([path, resource, scope]) => [path, resource, scope]),
    '0.24.4',
    examples
  )
}

let document: unknown

const calls: ReturnType<typeof api> = api('read', {
  '/api/config': {
    GET: call({
      id: 'infoGetClientConfig',
      summary: 'Client settings',
      answer: clientConfig,
      run: ({ services }) => services.settings.client()
    })
  },
  '/api/captcha': {
    GET: call({
      id: 'infoGetClientCaptchaInfo',
      summary: 'Captcha settings',
      answer: captchaInfo,
      run: ({ services }) => services.captcha.info()
    })
  },
  '/api/openapi.json': {
    GET: call({
      id: 'openApi',
      summary: 'This contract as OpenAPI 3.1',
      run() {
        document ??= describe()
        return document
      }
    })
  },
  '/api/*': MISSING
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle
