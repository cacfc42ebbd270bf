import { CHALLENGE_CATEGORIES, type ChallengeCategory } from '~/server/challenges/constants'

/** What authors and other platforms call the thirteen. */
const WORDS: Record<ChallengeCategory, string> = {
  Misc: 'miscellaneous miscs',
  Crypto: 'cryptography cryptographie cry',
  Pwn: 'pwnable pwnables pwning binary binaries binaryexploitation binexp binexploit exploitation',
  Web: 'webexploitation websecurity webapp webexp webhacking',
  Reverse: 'rev re reversing reversed reverseengineering reversal retroingenierie',
  Blockchain: 'web3 smartcontract smartcontracts ethereum solidity',
  Forensics:
    'forensic forensique dfir steg stego stegano steganography steganographie foren digitalforensics memoryforensics',
  Hardware: 'hw iot embedded radio rf radiofrequency sdr',
  Mobile: 'android ios',
  PPC: 'programming programmation prog coding algo algorithms scripting',
  AI: 'ml machinelearning artificialintelligence aiml',
  Pentest: 'pentesting penetrationtesting boot2root fullpwn',
  OSINT: 'opensourceintelligence recon'
}
const BY_WORD = new Map(
  CHALLENGE_CATEGORIES.flatMap((name) =>
    [name.toLowerCase(), ...WORDS[name].split(' ')].map((word) => [word, name] as const)
  )
)

const plainWord = (said: string) =>
  said
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

/** The category that the whole text is a name of. */
export const categoryCalled = (said: string): ChallengeCategory | undefined => BY_WORD.get(plainWord(said))

/** The whole word, else the first known part: `Web / JWT`, `main-pwn`. */
export const categoryNamed = (said: string): ChallengeCategory | undefined =>
  [said, ...said.split(/[^\p{L}\p{N}]+/u)].map(categoryCalled).find(Boolean)
