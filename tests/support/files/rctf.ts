import { DAY_MS, HOUR_MS } from '~/server/platform/time'

/** Start of the game that was saved, in milliseconds. */
export const RCTF_START = Date.UTC(2026, 0, 1)

export const response = (kind: string, data: unknown) => JSON.stringify({ kind, message: 'Fine.', data })

const plain = {
  ...{ description: '', category: 'misc', author: 'Wren', files: [], points: { min: 100, max: 500 } },
  ...{ tiebreakEligible: true, sortWeight: null, hidden: false, releaseTime: null, scoring: null }
}
const exact = (flag: string) => ({ provider: 'flags/static', config: { flag } })

export const RCTF_CHALLENGES = {
  tide: {
    ...plain,
    ...{
      id: 'tide',
      name: 'Tide',
      category: 'crypto',
      tags: ['waves'],
      sortWeight: 3,
      tiebreakEligible: false
    },
    description:
      'Read **it**. <timer />\n\n> [!CONNECTION]\n> `nc tide.example.org 1337`\n\n> [!NOTE]\n> Two parts.',
    files: [
      { name: 'tide.txt', url: '/uploads/ab12/tide.txt', size: 4 },
      { name: 'gone.bin', url: 'https://files.example.org/uploads/cd34/gone.bin', size: null }
    ],
    flags: [exact('flag{a}'), exact('flag{b}'), { provider: 'flags/regex', config: { pattern: 'x+' } }]
  },
  box: {
    ...plain,
    ...{ id: 'box', name: 'Box', category: 'pwn', flags: [exact('flag{box}')], hidden: true },
    ...{ releaseTime: RCTF_START + DAY_MS, points: { min: 300, max: 300 } },
    instancerConfig: { challengeIntegrationId: 'box', config: {} },
    files: [{ name: 'same.zip', url: 'https://bucket.example.org/uploads/1/same.zip' }]
  },
  pattern: {
    ...plain,
    ...{ id: 'pattern', name: 'Pattern' },
    flags: [{ provider: 'flags/regex', config: { pattern: '^flag', flagValue: 'flag{example}' } }]
  },
  perTeam: {
    ...plain,
    ...{
      id: 'per-team',
      name: 'Per team',
      flags: [{ provider: 'flags/dynamic', config: { base: 'flag{x}' } }]
    }
  },
  hill: {
    ...plain,
    ...{ id: 'hill', name: 'Hill', flags: [], scoring: { kind: 'dynamic', source: { transport: 'webhook' } } }
  }
}

const user = (id: string, name: string, more: object = {}) => ({
  ...{
    id,
    name,
    email: `${id}@rctf.example`,
    division: 'open',
    perms: 0,
    banned: false,
    score: 0,
    solveCount: 0
  },
  ...{ avatarUrl: null, countryCode: null, statusText: null, createdAt: '2026-01-01T00:00:00.000Z', ...more }
})

const submission = (id: number, challengeId: string, userId: string, seconds: number, more: object = {}) => ({
  ...{
    id: `${id}`,
    kind: 'flag',
    challengeId,
    userId,
    userName: userId,
    userDivision: 'open',
    userBanned: false
  },
  ...{ result: 'correct', createdAt: new Date(RCTF_START + seconds * 1000).toISOString(), ...more }
})

/** Responses of the second version, and files. @param changed other texts, or undefined for none, by path */
export function rctfFiles(changed: Record<string, string | undefined> = {}): Record<string, string> {
  const files: Record<string, string | undefined> = {
    'challenges.json': response('goodAdminChallengesV2', Object.values(RCTF_CHALLENGES)),
    'config.json': response('goodClientConfigV2', {
      ...{
        ctfName: 'Rock Cup',
        meta: { description: 'Ebb & flow', imageUrl: '' },
        homeContent: '# Hello\n<timer />'
      },
      ...{ divisions: { open: 'Open', uni: 'Universities' }, emailEnabled: true },
      ...{ startTime: RCTF_START, endTime: RCTF_START + HOUR_MS }
    }),
    'users.json': response('goodAdminUsersV2', {
      total: 4,
      users: [
        user('kelp', 'Kelp', { division: 'uni', countryCode: 'cz' }),
        user('wrack', 'Wrack'),
        user('staff', 'Staff', { perms: 3 }),
        user('out', 'Out', { banned: true })
      ]
    }),
    'submissions.json': response('goodAdminSubmissions', {
      total: 7,
      submissions: [
        submission(1, 'tide', 'wrack', 60),
        submission(2, 'tide', 'kelp', 120),
        submission(3, 'pattern', 'kelp', 90, { result: 'cheated' }),
        submission(4, 'pattern', 'wrack', 30, { result: 'incorrect' }),
        submission(5, 'tide', 'staff', 10),
        submission(6, 'tide', 'out', 20, { userBanned: true }),
        submission(7, 'tide', 'wrack', 50, { kind: 'admin_bot', result: 'queued' })
      ]
    }),
    'uploads/ab12/tide.txt': 'tide',
    'one/same.zip': 'one',
    'two/same.zip': 'two',
    ...changed
  }
  return Object.fromEntries(
    Object.entries(files).filter((one): one is [string, string] => one[1] !== undefined)
  )
}

/** What was saved of the first version: its list of challenges, and its tables. */
export const FIRST_FILES: Record<string, string> = {
  'rctf/list.json': response('goodAdminChallenges', [
    {
      ...{
        id: 'a',
        name: 'Anchor',
        description: 'Plain',
        category: 'web',
        author: 'Wren',
        flag: 'flag{anchor}'
      },
      ...{ files: [{ name: 'a.zip', url: '/uploads/99/a.zip' }], points: { min: 50, max: 250 } },
      ...{ tiebreakEligible: true, sortWeight: null }
    }
  ]),
  'rctf/a/a.zip': 'anchor',
  'rctf/tables/users.json': JSON.stringify([
    {
      ...{ id: 'u1', name: 'Gull', email: 'gull@rctf.example', division: 'open', perms: 0, ctftime_id: '7' },
      created_at: '2026-01-01T00:00:00+00:00'
    },
    { id: 'u2', name: 'Tern', email: null, division: 'open', perms: 0, ctftime_id: '8' }
  ]),
  'rctf/tables/user_members.json': JSON.stringify([{ id: 'm1', userid: 'u1', email: 'chick@rctf.example' }]),
  'rctf/tables/solves.json': JSON.stringify([
    { id: 's1', challengeid: 'a', userid: 'u1', createdat: '2026-01-01T00:10:00.5+00:00' },
    { id: 's2', challengeid: 'a', userid: 'u2', createdat: '2026-01-01T00:20:00+00:00' }
  ])
}
