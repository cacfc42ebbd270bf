import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { siteParts } from '~/app/components/site/site'
import texts from '~/locales/en-US/transfer.json'
import { version } from '~/package.json'
import { plural, print, printStatus, UserError } from '~/scripts/shared/output'
import { closePlatform, ctxOf, openPlatform } from '~/scripts/shared/platform'
import type { Ctx } from '~/server/access/contract'
import { isAppError } from '~/server/platform/errors'
import { createI18n } from '~/server/platform/i18n'
import { createServices, type Services } from '~/server/services'
import type { ImportReport } from '~/server/transfer/contract'
import { adminOf } from './admin'
import { type Command, parseCommand, USAGE } from './args'
import { errorText, sentence } from './words'

/** Relative to the built program, because it runs in the caller's folder. */
const LOCALES_FOLDER = fileURLToPath(new URL('../locales', import.meta.url))

/** Prints one line per challenge, then the refused ones with reasons. */
function printReport(report: ImportReport, dryRun: boolean): void {
  const { challenges, updates, refused, notices, posts, tickets } = report
  for (const { from, title, category, customCategory, score, notes } of challenges) {
    printStatus(`  ${title} (${customCategory ?? category}, ${score}) ${from}`)
    for (const one of notes) printStatus(`      ${sentence(one)}`)
  }
  for (const { challengeId, from, title, changes, notes } of updates) {
    printStatus(`  ${dryRun ? 'CAN UPDATE' : 'UPDATED'} ${challengeId} ${title} ${from}`)
    for (const one of [...changes, ...notes]) printStatus(`      ${sentence(one)}`)
  }
  for (const { from, title, reason } of refused) printStatus(`  NOT ${title}: ${sentence(reason)} ${from}`)
  for (const one of report.notes) printStatus(sentence(one))
  const made = [
    plural(challenges.length, 'challenge'),
    ...(updates.length > 0 ? [plural(updates.length, 'update')] : []),
    plural(notices, 'notice'),
    plural(posts, 'post'),
    plural(tickets, 'ticket')
  ].join(', ')
  printStatus(
    `${report.title}: ${made}${refused.length > 0 ? `; ${refused.length} refused` : ''}${dryRun ? ' (dry run)' : ''}`
  )
}

async function bring(
  { transfer }: Services,
  ctx: Ctx,
  given: Extract<Command, { name: 'import' }>
): Promise<void> {
  const path = resolve(given.path)
  const found = await stat(path).catch(() => {
    throw new UserError(`There is no folder or file ${given.path}.`)
  })
  const report = await transfer.import(
    ctx,
    { path, name: basename(path), folder: found.isDirectory() },
    given.options
  )
  printReport(report, given.options.dryRun)
  if (report.gameId !== null) print(`game ${report.gameId}`)
  else if (!given.options.dryRun) throw new UserError(texts.nothing)
}

/** Writes the file beside its place, so that only a complete one appears. */
async function writeWhole(path: string, content: Readable): Promise<void> {
  const part = `${resolve(path)}.part`
  try {
    await pipeline(content, createWriteStream(part, { mode: 0o600 }))
    await rename(part, resolve(path))
  } catch (error) {
    await rm(part, { force: true })
    const { code } = error as NodeJS.ErrnoException
    throw code && !isAppError(error) ? new UserError(`${path} cannot be written (${code}).`) : error
  }
}

async function exportGame(
  { transfer }: Services,
  ctx: Ctx,
  { gameId, path, posts, tickets }: Extract<Command, { name: 'export' }>
): Promise<void> {
  const { content } = await transfer.export(ctx, gameId, { posts, tickets })
  await writeWhole(path, content)
  printStatus('The file holds every flag of the game; keep it as you keep those.')
  print(resolve(path))
}

async function writeEverything(
  { everything }: Services,
  ctx: Ctx,
  { gameId, path, files }: Extract<Command, { name: 'everything' }>
): Promise<void> {
  await writeWhole(path, await everything.forOperator(ctx, gameId, { files, version }))
  printStatus('The file holds personal data and every flag of the game; keep it as you keep those.')
  print(resolve(path))
}

async function writeSite(
  { sites, assets }: Services,
  ctx: Ctx,
  { gameId, path, locale }: Extract<Command, { name: 'site' }>
): Promise<void> {
  const content = await sites.content(ctx, gameId)
  const parts = siteParts(content, { t: createI18n(LOCALES_FOLDER).textOf(locale), locale, now: ctx.now })
  await writeWhole(path, assets.zip(parts, ctx.now))
  print(resolve(path))
}

async function run(command: Command): Promise<void> {
  if (command.name === 'help') return print(USAGE)
  const platform = await openPlatform()
  try {
    const { cache, db, env, log } = platform
    if (!cache) throw new UserError('Redis does not answer; nothing was changed.')
    const services = createServices({ db, env, log, ...cache })
    await services.assets.prepare()
    const ctx = ctxOf(await adminOf(db))
    if (command.name === 'import') await bring(services, ctx, command)
    else if (command.name === 'export') await exportGame(services, ctx, command)
    else if (command.name === 'everything') await writeEverything(services, ctx, command)
    else await writeSite(services, ctx, command)
  } finally {
    await closePlatform(platform)
  }
}

async function main(): Promise<number> {
  try {
    await run(parseCommand(process.argv.slice(2)))
    return 0
  } catch (error) {
    if (isAppError(error)) printStatus(errorText(error.code, error.params))
    else if (error instanceof UserError) printStatus(error.message)
    else throw error
    return 1
  }
}

process.exitCode = await main()
if (process.connected) process.disconnect()
