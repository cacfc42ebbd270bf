import { describe, expect, it } from 'vitest'
import island from '~/app/islands/challenges/index'
import type { ChallengesProps } from '~/app/islands/challenges/props'
import { readQuery } from '~/app/islands/challenges/query'
import { Island, islandOf } from '~/app/islands/runtime/island'
import type { IslandHost } from '~/app/islands/runtime/page'
import { textOf } from '~/app/rendering/markup'
import challengeWords from '~/locales/en-US/challenges.json'
import common from '~/locales/en-US/common.json'
import labels from '~/locales/en-US/labels.json'
import news from '~/locales/en-US/news.json'
import type { BoardChallenge, BoardItem } from '~/scoring/rules'
import { HOUR_MS, MINUTE_MS } from '~/server/platform/time'
import { hasOutline, outline } from './outline'

const START = Date.UTC(2026, 4, 1, 9)
const LABELS: Record<string, object> = { challenges: challengeWords, common, labels, news }

const challenges: BoardChallenge[] = ['Web', 'Web', 'Crypto', 'Pwn', 'Pwn', 'Misc'].map((category, at) => ({
  ...{ id: at + 1, title: `Challenge <${at}>`, category, score: 400 - at, solved: at, bloods: [] },
  ...{ originalScore: 1000, minScoreRate: 0.25, difficulty: 5 },
  ...(at === 3 && { labels: { requires: [1, 2] } }),
  ...(at === 4 && { labels: { requires: [1], hideLocked: true } })
}))

const KINDS = ['FirstBlood', 'SecondBlood', 'ThirdBlood', 'Normal'] as const

const ownOf = (solved: number[]): BoardItem => ({
  ...{
    id: 7,
    participationId: 7,
    name: 'Team',
    bio: null,
    avatar: null,
    country: null,
    organization: null,
    rank: 1234
  },
  ...{ organizationRank: 3, score: 5000 + solved.length, solvedCount: solved.length, adjustments: [] },
  lastSubmissionTime: new Date(START + HOUR_MS).toISOString(),
  solvedChallenges: solved.map((id, at) => ({
    ...{ id, score: 1000 + id, type: KINDS[at % 4]!, userName: 'ann', submissionId: at },
    time: new Date(START + at * MINUTE_MS).toISOString()
  }))
})

interface Case {
  solved: number[] | null
  view?: string
  changed?: Partial<ChallengesProps>
}

function propsOf({ solved, view = '', changed }: Case): ChallengesProps {
  const own = solved && ownOf(solved)
  return {
    ...{ gameId: 3, start: START, now: START + 2 * HOUR_MS, practice: false, practised: [], freeze: null },
    ...{ behind: [], claims: {}, writeup: false, bonus: { first: 50, second: 30, third: 10 }, labels: null },
    team: {
      id: 7,
      participationId: 7,
      name: 'Tëam & "Co"',
      avatar: null,
      division: null,
      token: '7:secret<'
    },
    play: {
      ...{ seq: 9, challenges, own, teams: 2000, divisionTeams: null, fresh: [] },
      beside: solved
        ? { ahead: { name: 'Ahead <1>', score: 9000 }, behind: null }
        : { ahead: null, behind: null }
    },
    notices: [{ id: 1, type: 'FirstBlood', values: ['Team', 'Web'], time: new Date(START).toISOString() }],
    query: readQuery(new URLSearchParams(view)),
    ...{ found: null, sheet: null, tries: null, solvers: null, instance: null, me: 'ann', status: null },
    ...{ refused: null, instanceRefused: null, hintRefused: null },
    ...changed
  } as ChallengesProps
}

function show(props: ChallengesProps, of?: typeof outline): string {
  let ids = 0
  const host: IslandHost = {
    page: { locale: 'en-US', scheme: 'dark' },
    origin: 'https://ctf.example.org',
    labels: (name) => LABELS[name] as never,
    nextId: () => `i${++ids}-`
  }
  return textOf(islandOf(<Island of={island} props={props} outline={of} />, host)!)
}

const team = (more: object) => ({ team: { ...propsOf({ solved: null }).team, ...more } })

/** More members than are shown, on challenges that the team has solved and not. */
const CLAIMS = { 2: ['ann'], 4: ['ann', 'Bo <b>', 'cy', 'dee'] }
const claims = Object.fromEntries(
  Object.entries(CLAIMS).map(([id, names]) => [id, names.map((name) => ({ name, avatar: null }))])
)

const CASES: Case[] = [
  ...[null, [], [1], [1, 2], [2, 6, 3], [1, 2, 3, 4, 5, 6]].flatMap((solved) =>
    ['', 'cat=Web', 'sort=score', 'sort=solves', 'tab=events'].map((view) => ({ solved, view }))
  ),
  { solved: [1], changed: { freeze: START, behind: [2, 3] } },
  { solved: [1], changed: { practice: true, practised: [4] } },
  { solved: [1], changed: { writeup: true } },
  { solved: [1, 2], changed: { claims } },
  { solved: [], changed: { claims } },
  { solved: [1, 2], changed: team({ division: 'Students', avatar: '/assets/x/avatar' }) },
  { solved: [1], changed: team({ name: '名', token: '' }) },
  { solved: [], changed: { play: { ...propsOf({ solved: [] }).play, challenges: [] } } }
]

describe('the outline of the challenges', () => {
  it("each team gets React's markup, in any order of requests", () => {
    for (const order of [CASES, CASES.toReversed()])
      for (const one of order) {
        const props = propsOf(one)
        expect(hasOutline(props.query)).toBe(true)
        expect(show(props, outline), JSON.stringify(one)).toBe(show(props))
      }
  })

  it.each([
    ['a team', [1, 2]],
    ['all teams without a solve', []]
  ])('what is kept for %s and a challenge fits only the view that it was made for', (_, solved) => {
    const props = propsOf({ solved })
    const { play } = props
    const changes: Partial<ChallengesProps>[] = [
      {},
      { gameId: 4 },
      { behind: [3] },
      { behind: [3, 4] },
      { claims },
      { claims: { 4: claims[4]! } },
      { practice: true },
      { practice: true, practised: [4, 6] },
      { play: { ...play, fresh: [6] } },
      { play: { ...play, challenges: challenges.slice(1) } },
      { play: { ...play, challenges: challenges.map((one) => ({ ...one, score: one.score + 1 })) } },
      { play: { ...play, beside: { ahead: null, behind: { name: 'Behind', score: 1 } } } },
      { play: { ...play, own: { ...play.own!, score: 1 } } },
      { play: { ...play, own: ownOf([3]) } },
      { play: { ...play, own: null } },
      { play: { ...play, own: null }, behind: [3] },
      { play: { ...play, own: { ...play.own!, solvedChallenges: play.own!.solvedChallenges.slice(1) } } },
      ...['cat=Web', 'sort=score'].map((view) => ({ query: readQuery(new URLSearchParams(view)) }))
    ]
    for (const changed of [...changes, ...changes.toReversed()]) {
      const view = { ...props, ...changed }
      expect(show(view, outline), JSON.stringify(changed)).toBe(show(view))
    }
  })

  it('the outline contains nothing of a team', () => {
    const shared = JSON.stringify(outline.common(propsOf({ solved: [1, 2] })))
    for (const own of ['secret', 'Tëam', 'ann', '1234', 'Ahead']) expect(shared).not.toContain(own)
    expect(outline.common(propsOf({ solved: [3], changed: { ...team({ name: 'x' }), claims } }))).toEqual(
      outline.common(propsOf({ solved: null }))
    )
  })

  it.each(['c=1', 'p=2', 'q=x', 'hide=1', 'f=tried', 'c=1&s=5'])('%s has no outline', (view) =>
    expect(hasOutline(readQuery(new URLSearchParams(view)))).toBe(false)
  )
})
