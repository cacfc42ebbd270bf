export * from './labels/constants'

/** In UTF-8 bytes too, because an index holds flags (docs/rules/flags.md#a-flag). */
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
