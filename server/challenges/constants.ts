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
