import { resolve } from 'node:path'
import { adminOf } from '~/scripts/game/admin'
import { errorText } from '~/scripts/game/words'
import { print, printStatus, UserError } from '~/scripts/shared/output'
import { closePlatform, ctxOf, openPlatform } from '~/scripts/shared/platform'
import { isAppError } from '~/server/platform/errors'
import { createServices } from '~/server/services'
import { type Command, parseCommand, USAGE } from './args'
import { type PackNeeds, pack, packImages } from './pack'
import { writeWhole } from './parts'
import { load, unpack } from './unpack'

const stop = new AbortController()
for (const name of ['SIGINT', 'SIGTERM', 'disconnect'] as const)
  process.once(name, () => stop.abort(new UserError('Stopped; nothing is left half done.')))

async function results({ services, ctx, signal }: PackNeeds, given: { path: string; gameId: number | null }) {
  const gameId = given.gameId ?? (await services.suitcases.onlyGame())
  if (gameId === null) throw new UserError('No game or several games came in suitcases; name one by --game.')
  const origin = await services.suitcases.originOf(ctx, gameId)
  await writeWhole(resolve(given.path), await services.suitcases.results(ctx, gameId), signal)
  printStatus(`The fingerprint of this game, to be confirmed at home: ${origin?.fingerprint}`)
  print(resolve(given.path))
}

async function run(command: Command): Promise<void> {
  if (command.name === 'help') return print(USAGE)
  const platform = await openPlatform()
  try {
    const { cache, db, env, log } = platform
    if (!cache) throw new UserError('Redis does not answer; nothing was changed.')
    const services = createServices({ db, env, log, ...cache })
    await services.assets.prepare()
    const needs = { services, ctx: ctxOf(await adminOf(db)), env, signal: stop.signal }
    if (command.name === 'pack') await pack(needs, command)
    else if (command.name === 'unpack') await unpack(needs, command)
    else if (command.name === 'results') await results(needs, command)
    else if (command.name === 'images') await packImages(needs, command)
    else await load(needs, command)
  } finally {
    await closePlatform(platform)
  }
}

async function main(): Promise<number> {
  try {
    await run(parseCommand(process.argv.slice(2)))
    return 0
  } catch (error) {
    const reason = stop.signal.aborted ? stop.signal.reason : error
    if (isAppError(reason)) printStatus(errorText(reason.code, reason.params))
    else if (reason instanceof UserError) printStatus(reason.message)
    else if ((reason as NodeJS.ErrnoException).code === 'ENOSPC')
      printStatus('The disk is full; nothing was changed.')
    else throw reason
    return 1
  }
}

process.exitCode = await main()
if (process.connected) process.disconnect()
