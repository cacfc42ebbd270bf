import { describe, expect, it } from 'vitest'
import type { ProfileView } from '~/server/accounts/contract'
import { changesOf, personForm } from './changes'

const profile: ProfileView = {
  userId: null,
  userName: 'mira.k',
  email: 'mira@halyard.example',
  bio: 'One\nTwo',
  phone: null,
  realName: '',
  stdNumber: '2204',
  avatar: null,
  role: 'User'
}
const sent = { userName: 'mira.k', bio: 'One\r\nTwo', phone: '', realName: ' ', stdNumber: '2204' }
const changed = (change: object) => changesOf(profile, personForm.parse({ ...sent, ...change }))

describe('changesOf', () => {
  it('the unchanged form has no changes', () => expect(changed({})).toEqual({}))

  it.each([
    [{ userName: 'Mira.K' }, { userName: 'Mira.K' }],
    [{ phone: '+49 381 555' }, { phone: '+49 381 555' }],
    [{ bio: '' }, { bio: null }],
    [
      { stdNumber: '', realName: 'Mira' },
      { stdNumber: null, realName: 'Mira' }
    ]
  ])('a change of %j has only that', (change, kept) => expect(changed(change)).toEqual(kept))

  it('a line break counts as one character', () => {
    const bio = `${'x\r\n'.repeat(63)}xx`
    expect(changed({ bio }).bio).toHaveLength(128)
    expect(personForm.safeParse({ ...sent, bio: `${bio}x` }).error?.issues).toMatchObject([
      { path: ['bio'], message: 'field.bio_too_long' }
    ])
  })

  it('other fields are not included', () => {
    expect(changed({ role: 'Admin', email: 'x@y.example', emailConfirmed: true })).toEqual({})
  })
})
