import { expect, it } from 'vitest'
import { readAdvisories } from './advisories.mjs'

it('advisories are listed by severity, each with the first title that it has', () => {
  const vulnerabilities = {
    tide: { severity: 'low', via: [{ title: 'Slow regular expression' }, { title: 'Another' }] },
    keel: { severity: 'critical', via: ['tide', { title: 'Code is run' }] },
    mast: { severity: 'high', via: ['keel'] }
  }
  expect(readAdvisories(JSON.stringify({ vulnerabilities }))).toEqual([
    { name: 'keel', severity: 'critical', title: 'Code is run' },
    { name: 'mast', severity: 'high', title: 'by way of keel' },
    { name: 'tide', severity: 'low', title: 'Slow regular expression' }
  ])
  expect(readAdvisories('{"vulnerabilities":{}}')).toEqual([])
})

it.each(['', 'not JSON', '{"message":"405 Method Not Allowed"}', '{"vulnerabilities":null}'])(
  'the reply %j has no advisories',
  (text) => {
    expect(readAdvisories(text)).toBeNull()
  }
)
