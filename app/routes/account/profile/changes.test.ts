import { describe, expect, it } from 'vitest'
import type { OwnProfileView } from '~/server/accounts/contract'
import { changesOf, pageForm, personForm } from './changes'

const profile: OwnProfileView = {
  userId: null,
  userName: 'mira.k',
  email: 'mira@halyard.example',
  bio: 'One\nTwo',
  phone: null,
  realName: '',
  stdNumber: '2204',
  avatar: null,
  role: 'User',
  affiliation: 'Knot Today',
  website: null,
  country: 'CZ',
  pageVisibility: 'Nobody'
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

  it('what the page of the player shows is told apart from the rest', () => {
    const shown = { affiliation: 'Knot Today', website: '', country: 'CZ', pageVisibility: 'Nobody' }
    const changedPage = (change: object) => changesOf(profile, pageForm.parse({ ...shown, ...change }))
    expect(changedPage({})).toEqual({})
    expect(changedPage({ country: '', affiliation: ' ' })).toEqual({ country: null, affiliation: null })
    expect(changedPage({ website: ' https://mira.example/ctf ', pageVisibility: 'Everybody' })).toEqual({
      website: 'https://mira.example/ctf',
      pageVisibility: 'Everybody'
    })
  })

  it.each([
    ['website', 'http://mira.example', 'field.website_malformed'],
    ['website', 'javascript:alert(1)', 'field.website_malformed'],
    ['website', 'https://me:secret@mira.example', 'field.website_malformed'],
    ['website', 'https://mira.example/\u202egpj', 'field.website_malformed'],
    ['website', 'https://mira.example/"onclick=', 'field.website_malformed'],
    ['website', 'https://localhost/x', 'field.website_malformed'],
    ['website', `https://mira.example/${'x'.repeat(200)}`, 'field.website_too_long'],
    ['country', 'cz', 'field.country_unknown'],
    ['country', 'ZZ', 'field.country_unknown'],
    ['affiliation', 'x'.repeat(65), 'field.affiliation_too_long'],
    ['pageVisibility', 'Friends', 'field.page_visibility_unknown']
  ])('a %s of %s is refused', (field, value, message) => {
    expect(pageForm.safeParse({ pageVisibility: 'Nobody', [field]: value }).error?.issues).toMatchObject([
      { path: [field], message }
    ])
  })
})
