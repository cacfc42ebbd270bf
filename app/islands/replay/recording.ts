import { boardFromColumns, type Cards, Replay, settle } from '~/scoring/rules'
import { parseLedgerLine } from '~/scoring/rules/ledger-entry'
import type { ScoreEvent } from '~/server/ledger/contract'
import { fetchOk } from '../runtime/calls'
import { linesOf } from '../runtime/lines'
import { createYielder } from '../scoreboard/live/breath'
import { type Recording, sceneOf } from './moment'
import type { ReplayProps } from './props'

interface Names {
  teams: Record<string, string>
}

/** Fetches the ledger, and the board for avatars and team ids, which the ledger lacks. */
export async function loadRecording({
  gameId,
  challenges
}: Pick<ReplayProps, 'gameId' | 'challenges'>): Promise<Recording> {
  const [ledger, columns] = await Promise.all([
    fetchOk(`/api/game/${gameId}/ledger`),
    fetchOk(`/api/game/${gameId}/scoreboard/columns`).then((answer) => answer.arrayBuffer())
  ])
  const events: ScoreEvent[] = []
  let names: Names = { teams: {} }
  const breathe = createYielder()
  for await (const text of linesOf(ledger)) {
    if (text.trim() === '') continue
    const line = JSON.parse(text) as { text?: string; names?: Names }
    if (line.text !== undefined) events.push(parseLedgerLine(line.text))
    else if (line.names) names = line.names
    await breathe()
  }
  const replay = new Replay(events)
  const { cards: shown } = await boardFromColumns(new Uint8Array(columns), createYielder())
  const cards: Cards = {
    teams: new Map(
      Object.entries(names.teams).map(([id, name]) => [
        Number(id),
        shown.teams.get(Number(id)) ?? { id: 0, name, bio: null, avatar: null, country: null }
      ])
    ),
    challenges: new Map(challenges),
    userName: () => null
  }
  const state = replay.board(Number.POSITIVE_INFINITY)
  const final = new Map(settle(state).map(({ id, rank, divisionRank }) => [id, { rank, divisionRank }]))
  return { sceneAt: (props, at, before) => sceneOf({ replay, cards, final }, props, at, before) }
}
