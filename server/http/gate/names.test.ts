import { describe, expect, it } from 'vitest'
import { createNames, hostsOf } from './names'

const LABEL = 'harbour-0123456789abcdef'

describe('names below a domain', () => {
  const names = createNames('inst.example.net')

  it.each([
    [`${LABEL}.inst.example.net`, LABEL],
    [`${LABEL}.inst.example.net:8443`, LABEL],
    [`${LABEL.toUpperCase()}.INST.example.NET.`, LABEL],
    [`${LABEL}.inst.example.net.:80`, LABEL],
    ['c-0123456789abcdef.inst.example.net', 'c-0123456789abcdef'],
    ['inst.example.net', null],
    ['www.inst.example.net', null],
    [`a.${LABEL}.inst.example.net`, null],
    [`-${LABEL}.inst.example.net`, null],
    ['harbour-0123456789abcdeg.inst.example.net', null],
    ['0123456789abcdef.inst.example.net', null],
    [`evil/${LABEL}.inst.example.net`, null],
    [`${'a'.repeat(47)}-0123456789abcdef.inst.example.net`, null],
    ['.inst.example.net', null]
  ])('%s is below the domain, with the label %s', (host, label) => {
    expect(names.covers(host)).toBe(true)
    expect(names.labelOf(host)).toBe(label)
  })

  it.each([
    'ctf.example.org',
    'example.net',
    'evilinst.example.net',
    `${LABEL}.inst.example.net.evil.org`,
    ''
  ])('"%s" is not below the domain', (host) => {
    expect(names.covers(host)).toBe(false)
    expect(names.labelOf(host)).toBeNull()
  })
})

it('localhost itself belongs to the platform', () => {
  const names = createNames('localhost')
  expect(names.covers('localhost:8080')).toBe(false)
  expect(names.covers('www.localhost')).toBe(true)
  expect(names.labelOf(`${LABEL}.localhost:8080`)).toBe(LABEL)
})

it('every Host header is read, and no other', () => {
  const rawHeaders = ['Host', 'a', 'X-Forwarded-Host', 'b', 'hOST', 'c', 'X', 'Host', 'Y', 'host']
  expect(hostsOf({ rawHeaders })).toEqual(['a', 'c'])
})
