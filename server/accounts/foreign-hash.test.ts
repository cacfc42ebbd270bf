import { expect, it } from 'vitest'
import { readForeignHash } from './foreign-hash'
import {
  adoptHash,
  hashPassword,
  isAdoptable,
  isForeign,
  verifyPassword,
  wrapForeignHash
} from './password-hash'

// The first four are passlib's test vectors.
it.each([
  ['password', '$bcrypt-sha256$v=2,t=2b,r=5$5Hg1DKFqPE8C2aflZ5vVoe$wOK1VFFtS8IGTrGa7.h5fs0u84qyPbS'],
  ['', '$bcrypt-sha256$v=2,t=2b,r=5$E/e/2AOhqM5W/KJTFQzLce$WFPIZKtDDTriqWwlmRFfHiOTeheAZWe'],
  ['password', '$bcrypt-sha256$2a,5$5Hg1DKFqPE8C2aflZ5vVoe$12BjNE0p7axMg55.Y/mHsYiVuFBDQyu'],
  ['', '$bcrypt-sha256$2a,5$E/e/2AOhqM5W/KJTFQzLce$F6dYSxOdAEoJZO2eoHUZWZljW/e0TXO']
])('%j is verified against %s, whose digest is not stored', async (password, text) => {
  const foreign = readForeignHash(text)!
  const stored = await wrapForeignHash(foreign)
  expect(stored).toContain('$argon2id$')
  expect(stored).not.toContain(foreign.digest)
  expect(isForeign(stored)).toBe(true)
  expect(await verifyPassword(stored, password)).toBe(true)
  for (const wrong of [`${password}x`, foreign.digest, text, stored])
    expect(await verifyPassword(stored, wrong), wrong).toBe(false)
})

it.each([
  ['no hash', ''],
  ['plain bcrypt', '$2b$12$5Hg1DKFqPE8C2aflZ5vVoewOK1VFFtS8IGTrGa7.h5fs0u84qyPbS'],
  ['a cost of hours', '$bcrypt-sha256$v=2,t=2b,r=31$5Hg1DKFqPE8C2aflZ5vVoe$wOK1VFFtS8IGTrGa7.h5fs0u84qyPbS'],
  [
    'a salt with bits too many',
    '$bcrypt-sha256$v=2,t=2b,r=5$5Hg1DKFqPE8C2aflZ5vVoz$wOK1VFFtS8IGTrGa7.h5fs0u84qyPbS'
  ],
  [
    'an unknown version',
    '$bcrypt-sha256$v=3,t=2b,r=5$5Hg1DKFqPE8C2aflZ5vVoe$wOK1VFFtS8IGTrGa7.h5fs0u84qyPbS'
  ],
  ['another function', 'pbkdf2_sha256$1$a$b']
])('%s is no foreign hash', (_, text) => {
  expect(readForeignHash(text)).toBeNull()
})

it('a hash of our own stays as it is', async () => {
  const own = await hashPassword('mine')
  expect(isForeign(own)).toBe(false)
  expect(await verifyPassword(own, 'mine')).toBe(true)
})

it('a hash of the same function and cost, as rCTF stores it, is stored as it is', async () => {
  // Its salt is longer than ours.
  const theirs =
    '$argon2id$v=19$m=19456,t=2,p=1$YSBzYWx0IG9mIHRoaXJ0eS10d28gYnl0ZXMsIG9rYXk$sr1xMKp6I5DqEX5FMVWj3IGvJCiMPej2Ad33WL0IIj0'
  expect(isAdoptable(theirs)).toBe(true)
  expect(await adoptHash(theirs)).toBe(theirs)
  expect(await verifyPassword(theirs, 'tern and gull')).toBe(true)
  expect(await verifyPassword(theirs, 'tern or gull')).toBe(false)
  for (const dear of ['m=2097152,t=2,p=1', 'm=19456,t=999,p=1', 'm=19456,t=2,p=255', 'm=8,t=1,p=1'])
    expect(isAdoptable(theirs.replace('m=19456,t=2,p=1', dear)), dear).toBe(false)
})
