export * from './labels/constants'

/**
 * What a flag and an answer may be (docs/rules/flags.md#a-flag). An index has to hold a flag, so its bytes in UTF-8 are
 * bounded too.
 */
export const FLAG_LIMITS = { characters: 1024, bytes: 2048 } as const

/** In the order of the contract's numbers. */
export const CHALLENGE_CATEGORIES = [
  'Misc',
  'Crypto',
  'Pwn',
  'Web',
  'Reverse',
  'Blockchain',
  'Forensics',
  'Hardware',
  'Mobile',
  'PPC',
  'AI',
  'Pentest',
  'OSINT'
] as const
export type ChallengeCategory = (typeof CHALLENGE_CATEGORIES)[number]
