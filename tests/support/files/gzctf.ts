import { createHash } from 'node:crypto'

const hashOf = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')

export const POSTER = Buffer.from('a poster')
const FILE = 'tide'
const [ODD, EVEN] = ['file of odd teams', 'file of even teams']

const local = (content: string, fileName: string) => ({
  ...{ type: 'Local', hash: hashOf(content), fileName },
  fileSize: content.length
})

/** Members that such an export always has. */
const plain = {
  ...{ id: 1, content: '', category: 'Web', type: 'StaticAttachment', enabled: true },
  scoring: { original: 500, minRate: 0.25, difficulty: 5 },
  limits: { submission: 0, deadline: null },
  flags: { disableBloodBonus: false, enableTrafficCapture: false, template: null, static: [] },
  ...{ attachment: null, hints: null, container: null }
}
const flags = (...values: string[]) => ({ ...plain.flags, static: values.map((value) => ({ value })) })

export const CHALLENGES = {
  tide: {
    ...plain,
    ...{ id: 7, title: 'Tide', content: 'Read **it**.', category: 'Crypto', hints: ['Up', 'Down'] },
    scoring: { original: 800, minRate: 0.1, difficulty: 3.5 },
    limits: { submission: 4, deadline: '2030-01-02T00:00:00+00:00' },
    flags: { ...flags('flag{a}', 'flag{b}'), disableBloodBonus: true },
    attachment: local(FILE, 'tide.txt')
  },
  box: {
    ...plain,
    ...{ id: 30, title: 'Box', type: 'DynamicContainer', category: 'Pwn' },
    flags: { ...flags('flag{of-a-team}'), template: 'flag{[GUID]}', enableTrafficCapture: true },
    container: { image: 'cup/box:1', memoryLimit: 16, cpuCount: 2, storageLimit: 64, exposePort: 1337 }
  },
  files: {
    ...plain,
    ...{ id: 4, title: 'Files', type: 'DynamicAttachment', category: 'Misc' },
    flags: {
      ...plain.flags,
      static: [
        { value: 'flag{odd}', attachment: local(ODD, 'odd.zip') },
        { value: 'flag{even}', attachment: local(EVEN, 'even.zip') }
      ]
    }
  },
  remote: {
    ...plain,
    ...{ id: 5, title: 'Remote', category: 'Riddles' },
    attachment: { type: 'Remote', remoteUrl: 'https://files.example.org/a.bin' }
  },
  gone: { ...plain, id: 6, title: 'Gone', attachment: local('nowhere', 'gone.txt'), flags: flags('flag{g}') },
  odd: { ...plain, id: 8, title: 'Odd', type: 'KingOfTheHill', flags: flags('flag{k}') }
}

export const GAME = {
  ...{ title: 'Old Cup', summary: 'Ebb & flow', content: '# Rules', hidden: false, practiceMode: false },
  ...{ acceptWithoutReview: true, inviteCode: 'ahoy', teamMemberCountLimit: 4, containerCountLimit: 2 },
  ...{ startTime: '2030-01-01T08:00:00+00:00', endTime: '2030-01-03T08:00:00+00:00' },
  writeup: { required: true, deadline: '2030-01-04T08:00:00+00:00', note: 'As PDF' },
  bloodBonus: { first: 60, second: 40, third: 20 },
  posterHash: hashOf(POSTER),
  divisions: [
    { name: 'Open', inviteCode: null, defaultPermissions: ['All'], challengeConfig: [] },
    { name: 'School', inviteCode: 'chalk', defaultPermissions: ['All'], challengeConfig: [] }
  ]
}

/** The files of an export of GZCTF. @param changed other texts, or undefined for none, by path */
export function gzctfFiles(
  changed: Record<string, string | undefined> = {}
): Record<string, string | Buffer> {
  const files: Record<string, string | Buffer | undefined> = {
    'manifest.json': JSON.stringify({ version: '1.0', format: 'GZCTF-GAME', game: { id: 3 } }),
    'game.json': JSON.stringify(GAME),
    ...Object.fromEntries(
      Object.values(CHALLENGES).map((one) => [`challenges/challenge-${one.id}.json`, JSON.stringify(one)])
    ),
    ...Object.fromEntries([POSTER, FILE, ODD, EVEN].map((content) => [`files/${hashOf(content)}`, content])),
    ...changed
  }
  return Object.fromEntries(
    Object.entries(files).filter((one): one is [string, string | Buffer] => one[1] !== undefined)
  )
}
