/** The values of every enumeration in the contract (docs/rules/wire.md#enums). */
export const WORDS: Record<string, string[]> = {
  role: ['Banned', 'User', 'Monitor', 'Admin'],
  category: [
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
  ],
  challengeType: ['StaticAttachment', 'StaticContainer', 'DynamicAttachment', 'DynamicContainer'],
  participation: ['Pending', 'Accepted', 'Rejected', 'Suspended', 'Unsubmitted'],
  notice: ['Normal', 'FirstBlood', 'SecondBlood', 'ThirdBlood', 'NewHint', 'NewChallenge'],
  answer: ['FlagSubmitted', 'Accepted', 'WrongAnswer', 'CheatDetected', 'NotFound'],
  event: ['Normal', 'ContainerStart', 'ContainerDestroy', 'FlagSubmit', 'CheatDetected'],
  registration: ['LoggedIn', 'AdminConfirmationRequired', 'EmailConfirmationRequired'],
  solve: ['Unaccepted', 'FirstBlood', 'SecondBlood', 'ThirdBlood', 'Normal'],
  attachment: ['None', 'Local', 'Remote'],
  captcha: ['None', 'GoogleRecaptcha', 'CloudflareTurnstile'],
  deletedFlag: ['Success', 'Failed', 'Duplicate', 'Denied', 'NotFound', 'Exit', 'Pending']
}
