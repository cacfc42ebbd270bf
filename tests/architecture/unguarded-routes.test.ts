import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
// @ts-expect-error A script without types.
import { routeModules } from '../../app/routes.js'

/**
 * Routes that answer without `page`, `form` or `api`, which check roles, rates, scopes and rehearsals for all others; with the
 * test that tries them as somebody who attacks would.
 */
const OUTSIDE: Record<string, string> = {
  'account/sign-in/back-channel-call.ts': 'tests/integration/accounts/back-channel-logout.test.ts',
  'system/appearance-css.ts': 'tests/integration/platform/appearance.test.ts',
  'system/clear-cache.ts': 'tests/integration/api/access.test.ts',
  'system/manifest.ts': 'tests/integration/platform/shared-answers.test.ts',
  'system/not-found.tsx': 'tests/integration/api/missing.test.ts',
  'system/offline.ts': 'tests/integration/platform/shared-answers.test.ts',
  'system/speculation-rules.ts': 'tests/integration/platform/shared-answers.test.ts',
  'system/theme-css.ts': 'tests/integration/platform/shared-answers.test.ts',
  'system/theme.ts': 'tests/integration/api/access.test.ts'
}

const sourceOf = (module: string) => readFileSync(join('app/routes', module), 'utf8')

/** Whether something that a module exports is made by what checks who calls. */
function isChecked(module: string, name: 'loader' | 'action'): boolean {
  const made = new RegExp(`export (?:const|async function|function) ${name}\\b(?:\\s*=\\s*([\\w.]+))?`).exec(
    sourceOf(module)
  )
  if (!made) return true
  const by = made[1] ?? ''
  if (['page', 'form', 'forms', `calls.${name}`].includes(by)) return true
  const folder = dirname(module)
  const forms = `export const ${by} = forms(`
  const beside = readdirSync(join('app/routes', folder)).filter((file) => /\.tsx?$/.test(file))
  return by !== '' && beside.some((file) => sourceOf(join(folder, file)).includes(forms))
}

it('a route that checks nobody itself is on the list, with a test that exists', () => {
  const outside = new Set<string>(
    (routeModules as string[]).filter(
      (module) => !isChecked(module, 'loader') || !isChecked(module, 'action')
    )
  )
  expect([...outside].sort()).toEqual(Object.keys(OUTSIDE))
  expect(Object.values(OUTSIDE).filter((file) => !existsSync(file))).toEqual([])
})
