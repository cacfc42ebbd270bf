import { importEvent, originOf } from '~/server/event-import'
import { count, plural, print, printStatus } from '../shared/output'
import { announceGame, ctxOf, withPlatform } from '../shared/platform'
import { readEventFile } from './file'

/** Imports the event as an ended game. The last line of stdout is `game N`. */
export async function importFile(path: string): Promise<void> {
  const event = await readEventFile(path)
  const { challenges, teams, solves } = event
  const counted = solves.filter(({ counts }) => counts).length
  printStatus(
    `${event.title}: ${plural(challenges.length, 'challenge')}, ${plural(teams.length, 'team')}, ` +
      `${plural(counted, 'solve')}${leftOut(solves.length - counted)}`
  )
  if (event.end > Date.now()) printStatus('The event has not ended yet: the game goes on until it does.')
  const { gameId, created, knownTeams } = await withPlatform(async (platform) => {
    const imported = await importEvent(platform, ctxOf(), event, { origin: originOf(event) })
    await announceGame(platform, imported.gameId)
    return imported
  })
  if (!created) printStatus('This event was imported before; nothing was changed.')
  if (knownTeams > 0) printStatus(`${plural(knownTeams, 'team')} of accounts that were here.`)
  print(`game ${gameId}`)
}

const leftOut = (extra: number) =>
  extra === 0 ? '' : ` (${count(extra)} more repeated or outside the time of the event)`
