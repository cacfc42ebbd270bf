import { expect, it } from 'vitest'
import { expectQuick } from '~/tests/support/expect-quick'
import { profileUpdateInput } from './contract'

const accepts = (phone: string) => profileUpdateInput.safeParse({ phone }).success

it.each(['+49 (30) 123-456', '030.1234', '1', '555 0100 ext. 12', '555-0100x12 ', ' 5 '])(
  'the phone number %j is taken',
  (phone) => expect(accepts(phone)).toBe(true)
)

it.each(['', 'ext 1', '12 ext', '12 ext 3 ext 4', '12a', '1'.repeat(65)])(
  'the phone number %j is refused',
  (phone) => expect(accepts(phone)).toBe(false)
)

it('a phone number of a whole request is refused in little time', async () => {
  await expectQuick(() => expect(accepts(`1${' '.repeat(60_000)}!`)).toBe(false))
})
