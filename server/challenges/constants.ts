export * from './labels/constants'

/**
 * Limits of a flag and an answer (docs/rules/flags.md#a-flag); an index holds flags, so their UTF-8 bytes are limited
 * too.
 */
export const FLAG_LIMITS = { characters: 1024, bytes: 2048 } as const

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
