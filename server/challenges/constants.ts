export * from './connections/constants'
export * from './files/constants'
export * from './labels/constants'

/** Flags are limited in UTF-8 bytes too, because an index holds them (docs/rules/flags.md#a-flag). */
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

/** Bit 0: has a container; bit 1: each team has its own flag (docs/rules/challenges.md#types). */
export const CHALLENGE_TYPES = [
  'StaticAttachment',
  'StaticContainer',
  'DynamicAttachment',
  'DynamicContainer'
] as const
export type ChallengeType = (typeof CHALLENGE_TYPES)[number]

/** Takes any text, because types are texts in the browser. */
export const hasContainer = (type: string): boolean => type.endsWith('Container')

export type DynamicType = Extract<ChallengeType, `Dynamic${string}`>
export const isDynamic = (type: ChallengeType): type is DynamicType => type.startsWith('Dynamic')

export const CHALLENGE_LIMITS = {
  title: 200,
  content: 262_144,
  hints: 64,
  hint: 4096,
  template: 120,
  flag: FLAG_LIMITS.characters,
  flagsAtOnce: 10_000,
  flags: 20_000,
  url: 2048,
  score: 1_000_000,
  attempts: 1000,
  /** Most challenges of a game; the contract has all in one answer. */
  listed: 5000
} as const
