import { describe, expect, it } from 'vitest'
import { parseCompose } from '~/server/compose'
import { clusterLimitOf } from './cluster-fitness'

const limitOf = (text: string) => {
  const read = parseCompose(text)
  if (!read.ok) throw new Error(JSON.stringify(read.issues))
  return clusterLimitOf(read.spec.services)
}
const two = (web: string, side = '') =>
  `services:\n  web:\n    image: a:1\n${web}  side:\n    image: b:1\n${side}`

describe('what a compose text needs that a Pod has not', () => {
  it.each([
    ['nothing', two(''), null],
    ['order alone', two('    depends_on: [side]\n'), null],
    ['numbers of a user', two('    user: "1000:1000"\n'), null],
    ['a name for one container', 'services:\n  web:\n    image: a:1\n    hostname: box\n', null],
    [
      'health before the start',
      two(
        '    depends_on: { side: { condition: service_healthy } }\n',
        '    healthcheck: { test: ["CMD", "true"] }\n'
      ),
      'depends_on'
    ],
    ['a name of its own', two('    hostname: box\n'), 'hostname'],
    ['the same port twice', two('    expose: ["80"]\n', '    expose: ["80"]\n'), 'ports'],
    ['the name of a user', two('    user: nobody\n'), 'user'],
    ['a name that is no host', 'services:\n  web_app:\n    image: a:1\n', 'name']
  ])('%s', (_, text, limit) => expect(limitOf(text)).toBe(limit))
})
