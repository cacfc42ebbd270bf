import { describe, expect, it } from 'vitest'
import { KEPT } from '~/app/components/form/kept'
import { createSecretBox } from '~/server/platform/secret-box'
import { MINUTE_MS } from '~/server/platform/time'
import { keepSecrets, restoreSecrets } from './kept-secrets'

type Keeper = Parameters<typeof keepSecrets>[0]

const secretBox = createSecretBox('ab'.repeat(32))
const keeper = (id: string | null, path = '/admin/SignIn', minutes = 0) =>
  ({
    secretBox,
    ctx: { actor: id === null ? null : { id }, now: new Date(minutes * MINUTE_MS) },
    url: new URL(path, 'http://localhost')
  }) as unknown as Keeper

const sent = new URLSearchParams({ name: 'Club', clientSecret: 'between us', password: 'mine' })
const { kept, lost } = keepSecrets(keeper('ada'), sent)
const sealed = kept!.clientSecret!
const restored = (by: Keeper, more: Record<string, string> = {}) => {
  const fields = new URLSearchParams({ clientSecret: '', [`${KEPT}clientSecret`]: sealed, ...more })
  restoreSecrets(by, fields)
  expect([...fields.keys()].some((name) => name.startsWith(KEPT))).toBe(false)
  return fields.get('clientSecret')
}

describe('secrets of a refused form', () => {
  it('are kept sealed, except for passwords and for visitors', () => {
    expect(Object.keys(kept!)).toEqual(['clientSecret'])
    expect(sealed).not.toContain('between us')
    expect(lost).toEqual(['password'])
    expect(keepSecrets(keeper(null), sent)).toEqual({ lost: ['clientSecret', 'password'] })
  })

  it('come back where nothing else was entered', () => {
    expect(restored(keeper('ada', '/admin/SignIn', 29))).toBe('between us')
    expect(restored(keeper('ada', '/admin/signin'), { clientSecret: 'another' })).toBe('another')
  })

  it('are of no use to others, on other pages, in other fields or later', () => {
    expect(restored(keeper('eve'))).toBe('')
    expect(restored(keeper('ada', '/admin/Engines'))).toBe('')
    expect(restored(keeper('ada', '/admin/SignIn', 30))).toBe('')
    const fields = new URLSearchParams({ [`${KEPT}token`]: sealed, [`${KEPT}name`]: sealed })
    restoreSecrets(keeper('ada'), fields)
    expect([...fields]).toEqual([])
  })
})
