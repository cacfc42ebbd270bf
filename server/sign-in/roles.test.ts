import { describe, expect, it } from 'vitest'
import { roleAfter, roleWithout } from './roles'

describe('the role after a sign-in', () => {
  it('is raised by a rule, and falls when the rule matches no more', () => {
    expect(roleAfter('User', null, 'Admin', null)).toEqual({ role: 'Admin', granted: 'Admin' })
    expect(roleAfter('Admin', 'Admin', 'Monitor', null)).toEqual({ role: 'Monitor', granted: 'Monitor' })
    expect(roleAfter('Monitor', 'Monitor', null, null)).toEqual({ role: 'User', granted: null })
  })

  it('stays what an administrator gave', () => {
    expect(roleAfter('Admin', null, 'Monitor', null)).toEqual({ role: 'Admin', granted: null })
    expect(roleAfter('Admin', null, null, null)).toEqual({ role: 'Admin', granted: null })
    expect(roleAfter('Banned', 'Admin', null, null)).toEqual({ role: 'Banned', granted: 'Admin' })
  })

  it('is the highest that the rules of all identities give', () => {
    // One identity gives Monitor, another Admin. A login by the first forgets nothing.
    expect(roleAfter('Admin', 'Monitor', 'Monitor', 'Admin')).toEqual({ role: 'Admin', granted: 'Monitor' })
    expect(roleAfter('Admin', 'Admin', null, 'Monitor')).toEqual({ role: 'Monitor', granted: null })
    expect(roleAfter('Admin', null, 'Monitor', 'Admin')).toEqual({ role: 'Admin', granted: 'Monitor' })
    expect(roleAfter('Monitor', null, 'Admin', 'Monitor')).toEqual({ role: 'Admin', granted: 'Admin' })
    expect(roleAfter('Admin', 'Admin', null, 'Admin')).toEqual({ role: 'Admin', granted: null })
  })
})

describe('the role after identities are unlinked', () => {
  it('is what rules still give, or what an administrator gave', () => {
    expect(roleWithout('Admin', 'Admin', null)).toBe('User')
    expect(roleWithout('Admin', 'Admin', 'Monitor')).toBe('Monitor')
    expect(roleWithout('Admin', 'Monitor', 'Admin')).toBe('Admin')
    expect(roleWithout('Admin', null, null)).toBe('Admin')
    expect(roleWithout('Admin', 'Monitor', null)).toBe('Admin')
    expect(roleWithout('Banned', 'Admin', null)).toBe('Banned')
  })
})
