import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ChallengeView } from '~/server/challenges/contract'
import type { CopiedChallenge, RehearsalTeam, Stage } from '~/server/rehearsals'
import type { AnswerResult } from '~/server/submissions/contract'
import type { Client } from './client'
import type { Files } from './files'
import type { Findings } from './findings'
import type { Instances } from './instances'
import { picturesOf } from './statement'

export interface RehearsalContext {
  stage: Stage
  client: Client
  findings: Findings
  files: Files
  instances: Instances
  /** Challenges ordered so that requirements come first. */
  order: readonly CopiedChallenge[]
  rightFlags(teamId: number): Promise<Map<number, string[]>>
  /** A team has been through a challenge. */
  stepped(): void
  counts: { flags: number; solves: number }
  signal: AbortSignal
}

/** Seconds that a call waits for the verdict, and how often it is asked after that. */
const VERDICT_S = 10
const ASKED = 40
const ASK_MS = 500

const PAGES = [
  ['page_game', ''],
  ['page_challenges', '/Challenges'],
  ['page_board', '/Scoreboard']
] as const

const about = ({ original, title }: CopiedChallenge) => ({ id: original, title })

function failed(context: RehearsalContext, call: string, status: number): void {
  context.findings.add('call_failed', null, { call, status })
}

async function join(
  context: RehearsalContext,
  place: number,
  { teamId, cookie }: RehearsalTeam
): Promise<boolean> {
  const { stage, client, findings } = context
  const { divisions, inviteCode } = stage.facts.game
  const organization = divisions.length > 0 ? divisions[place % divisions.length] : null
  const path = `/api/game/${stage.game.id}`
  const call = { method: 'POST', path, cookie, body: { teamId, organization, inviteCode } } as const
  const { status, body } = await client.send('join', call)
  if (status === 200) return true
  const { title } = JSON.parse(body.toString() || '{}') as { title?: string }
  findings.add('join_failed', null, { reason: title ?? String(status) })
  return false
}

async function readPages(context: RehearsalContext, { cookie }: RehearsalTeam): Promise<void> {
  const { stage, client } = context
  for (const [timed, path] of PAGES) {
    const { status } = await client.send(timed, { path: `/games/${stage.game.id}${path}`, cookie })
    if (status !== 200) failed(context, timed, status)
  }
  const { status } = await client.send('challenges', { path: `/api/game/${stage.game.id}/details`, cookie })
  if (status !== 200) failed(context, 'challenges', status)
}

/** The statement as its page shows it. */
async function readStatement(
  context: RehearsalContext,
  challenge: CopiedChallenge,
  cookie: string
): Promise<void> {
  const { stage, client, findings } = context
  const path = `/games/${stage.game.id}/Challenges/${challenge.id}`
  const { status, body } = await client.send('statement', { path, cookie })
  if (status !== 200) return findings.add('statement_failed', about(challenge), { status })
  const { html } = JSON.parse(body.toString()) as { html: string | null }
  const { nameless, own } = picturesOf(html ?? '')
  if (nameless > 0) findings.add('image_no_alt', about(challenge), { count: nameless })
  for (const source of own) {
    const picture = await client.download(null, { path: source, cookie })
    if (picture.status !== 200) findings.add('image_missing', about(challenge), { source })
  }
}

/** Opens a challenge; null when it is closed to the team. */
async function open(
  context: RehearsalContext,
  challenge: CopiedChallenge,
  cookie: string
): Promise<ChallengeView | null> {
  const { stage, client, findings } = context
  const path = `/api/game/${stage.game.id}/challenges/${challenge.id}`
  const { status, body } = await client.send('challenge', { path, cookie })
  if (status === 200) return JSON.parse(body.toString()) as ChallengeView
  const known = stage.facts.challenges.find(({ id }) => id === challenge.original)
  // The pool was too small for the rehearsal's teams: said with the figures that matter.
  if (status === 404 && challenge.type === 'DynamicAttachment') {
    const teams = Math.max(stage.teams.length, stage.facts.game.teams)
    findings.add('files_exhausted', about(challenge), { flags: known?.flags ?? 0, teams })
  } else findings.add('challenge_closed', about(challenge), { status })
  return null
}

/** Sends a flag and waits for what the judge says; null when the platform took no flag or gave no verdict. */
async function submit(context: RehearsalContext, challenge: CopiedChallenge, cookie: string, flag: string) {
  const { stage, client, findings, signal, counts } = context
  const path = `/api/game/${stage.game.id}/challenges/${challenge.id}`
  const call = {
    method: 'POST',
    path,
    cookie,
    body: { flag },
    headers: { prefer: `wait=${VERDICT_S}` }
  } as const
  const { status, headers, body } = await client.send('flag', call)
  if (status !== 200) {
    failed(context, 'flag', status)
    return null
  }
  counts.flags++
  const told = headers['submission-status'] as AnswerResult | undefined
  if (told && told !== 'FlagSubmitted') return told
  for (let asked = 0; asked < ASKED; asked++) {
    const answer = await client.send('verdict', { path: `${path}/status/${body.toString()}`, cookie })
    const verdict = answer.status === 200 ? (JSON.parse(answer.body.toString()) as AnswerResult) : null
    if (verdict && verdict !== 'FlagSubmitted') return verdict
    await sleep(ASK_MS, null, { signal })
  }
  findings.add('verdict_missing', about(challenge))
  return null
}

/** What became of a challenge. `undecided`: a plug-in decides, and took no flag that the rehearsal knows. */
type Outcome = 'solved' | 'unsolved' | 'undecided'

async function solve(
  context: RehearsalContext,
  place: number,
  challenge: CopiedChallenge,
  team: RehearsalTeam
): Promise<Outcome> {
  const { findings, counts } = context
  // A single try would be used up.
  if (challenge.attemptLimit !== 1) {
    const guess = `flag{rehearsal_${randomBytes(12).toString('hex')}}`
    if ((await submit(context, challenge, team.cookie, guess)) === 'Accepted')
      findings.add('flag_any', about(challenge))
  }
  const flags = (await context.rightFlags(team.teamId)).get(challenge.id)
  if (!flags && !challenge.checker) {
    findings.add('flag_none', about(challenge))
    return 'unsolved'
  }
  const verdict = flags
    ? await submit(context, challenge, team.cookie, flags[place % flags.length]!)
    : 'WrongAnswer'
  if (verdict === 'Accepted') counts.solves++
  if (verdict === 'Accepted' || !verdict) return verdict ? 'solved' : 'unsolved'
  // Its flags may be patterns, or nothing at all.
  findings.add(challenge.checker ? 'checker_decides' : 'flag_refused', about(challenge))
  return challenge.checker ? 'undecided' : 'unsolved'
}

async function playChallenge(
  context: RehearsalContext,
  place: number,
  challenge: CopiedChallenge,
  team: RehearsalTeam
): Promise<Outcome> {
  const view = await open(context, challenge, team.cookie)
  if (!view) return 'unsolved'
  await readStatement(context, challenge, team.cookie)
  for (const { url, size } of view.files) await context.files.check(challenge, team.cookie, { url, size })
  await context.instances.check(challenge, context.stage.game.id, team.cookie)
  return solve(context, place, challenge, team)
}

/** Plays the whole game as one team: joins, reads, opens, downloads, starts, guesses, solves, and reads again. */
export async function playTeam(context: RehearsalContext, place: number, team: RehearsalTeam): Promise<void> {
  if (!(await join(context, place, team))) return
  await readPages(context, team)
  const outcomes = new Map<number, Outcome>()
  for (const challenge of context.order) {
    const missing = challenge.requires.filter((id) => outcomes.get(id) !== 'solved')
    const behind = missing.find((id) => outcomes.get(id) === 'undecided')
    if (missing.length === 0) outcomes.set(challenge.id, await playChallenge(context, place, challenge, team))
    else if (behind !== undefined) {
      const required = context.order.find(({ id }) => id === behind)!.title
      context.findings.add('behind_checker', about(challenge), { required })
      outcomes.set(challenge.id, 'undecided')
    }
    // Else it is locked by an earlier finding.
    context.stepped()
  }
  // Again, now that there is something on them.
  await readPages(context, team)
}
