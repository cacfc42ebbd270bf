import { expect, it } from 'vitest'
import { EngineError, type EngineFault } from './engine/engine'
import { Exited, FlagMissing, failureOf, NotReady } from './failures'
import { EgressRefused } from './guard/egress'

const PULLED = { images: { 'harbour/tide:1': 'harbour/tide@sha256:1' } }
const LOADED = { images: { 'harbour/tide:1': 'harbour/tide:1' } }
const ended = (oomKilled: boolean) => ({ running: false, exitCode: 137, oomKilled, health: null })

it.each<[string, unknown, string]>([
  ['is not ready', new NotReady('late'), 'not_ready'],
  ['waits for what is not healthy', new EngineError('not_ready', 'db'), 'not_ready'],
  ['exits', new Exited(ended(false)), 'exited'],
  ['needs too much memory', new Exited(ended(true)), 'oom'],
  ['has a wrong command', new EngineError('start_failed', 'exec: "x"'), 'command'],
  ['has no flag', new FlagMissing('none'), 'flag_missing']
])('a start that %s is not tried again', (_, error, code) => {
  expect(failureOf(error, PULLED)).toEqual({ code, retry: false, isAttempt: true })
})

it.each<[EngineFault, boolean]>([
  ['failed', true],
  ['timeout', true],
  ['port_taken', false],
  ['subnet_taken', false],
  ['gone', false],
  ['unreachable', false]
])(
  'a refusal of the engine, %s, is tried again, and counts as one of three attempts: %s',
  (fault, isAttempt) => {
    expect(failureOf(new EngineError(fault, 'no'), PULLED)).toEqual({
      code: 'engine',
      retry: true,
      isAttempt
    })
  }
)

it('egress that cannot be had is tried again', () => {
  const refused = new EgressRefused('egress_unresolved', 'no address')
  expect(failureOf(refused, PULLED)).toEqual({ code: 'egress_unresolved', retry: true, isAttempt: true })
})

it('an image that an engine lost is pulled again as often as it takes, and one that is on some nodes alone is given up', () => {
  const missing = new EngineError('image.not_found', 'No such image')
  expect(failureOf(missing, PULLED)).toEqual({ code: 'image_missing', retry: true, isAttempt: false })
  expect(failureOf(missing, LOADED)).toEqual({ code: 'image_missing', retry: true, isAttempt: true })
})
