import { expect, it } from 'vitest'
import { readAdvisories } from './advisories.mjs'

it('advisories are listed by severity, with the title of the first that says what it is about', () => {
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
  'the answer %j tells nothing',
  (text) => {
    expect(readAdvisories(text)).toBeNull()
  }
)
