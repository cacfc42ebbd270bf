import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFolderStorage } from '~/server/assets/storage'
import type { Client } from '../../support/api/client'
import { type OpenGame, Organiser } from '../../support/games/organiser'
import { type Platform, startPlatform } from '../../support/processes/platform'
import { until } from '../../support/until'

let platform: Platform
let organiser: Organiser
let game: OpenGame
let player: Client

beforeAll(async () => {
  platform = await startPlatform()
  organiser = await Organiser.of(platform)
  game = await organiser.game()
  player = (await organiser.player()).client
})
afterAll(() => platform?.close())

/** Sizes of the files that are arriving. */
function arriving(): number[] {
  const folder = join(platform.data, 'files/temporary')
  if (!existsSync(folder)) return []
  return readdirSync(folder).map((name) => statSync(join(folder, name)).size)
}

const MEBIBYTE = 1024 * 1024

/** Posts a form whose file goes on until `end` is called. */
function endlessUpload(client: Client, path: string) {
  const sending = request(platform.url + path, {
    method: 'POST',
    headers: { Cookie: client.cookie, 'Content-Type': 'multipart/form-data; boundary=edge' }
  })
  sending.on('error', () => {})
  sending.write('--edge\r\nContent-Disposition: form-data; name="intent"\r\n\r\nupload\r\n')
  sending.write('--edge\r\nContent-Disposition: form-data; name="files"; filename="big.bin"\r\n\r\n')
  sending.write(randomBytes(MEBIBYTE))
  const answer = once(sending, 'response').then(([response]) => response as IncomingMessage)
  // Whoever breaks off gets none.
  answer.catch(() => {})
  return { answer, end: () => sending.destroy() }
}

it.each([
  ['/admin/Files'],
  ['/admin/Settings'],
  ['/admin/Users'],
  ['/admin/Users/Import'],
  ['/admin/games/import'],
  ['/admin/games/{game}/Info'],
  ['/admin/games/{game}/Suitcase'],
  ['/admin/games/{game}/challenges/{challenge}'],
  ['/admin/games/{game}/challenges/{challenge}/Flags']
])('%s refuses a file of a player before it has arrived', async (path) => {
  const { id, challenges } = game
  const place = path.replace('{game}', String(id)).replace('{challenge}', String(challenges[0]!.id))
  const { answer, end } = endlessUpload(player, place)
  expect((await answer).statusCode).toBe(404)
  expect(arriving()).toEqual([])
  end()
})

it('a file of an administrator arrives meanwhile, and one that is broken off is deleted', async () => {
  const { end } = endlessUpload(organiser.client, '/admin/Files')
  await until(() => arriving().some((size) => size > MEBIBYTE / 2))
  end()
  await until(() => arriving().length === 0)
})

it('no file is received where less is free than uploads leave, nor the rest of one that has begun', async () => {
  const free = await createFolderStorage(platform.data).room()
  const full = createFolderStorage(platform.data, () => free + 1024 ** 4)
  await expect(full.receive(Readable.from([Buffer.from('x')]), MEBIBYTE)).rejects.toMatchObject({
    code: 'file.no_room',
    status: 503
  })
  // The second look, in the middle of the file, finds the disk fuller than the first.
  let reserve = 0
  const filling = createFolderStorage(platform.data, () => reserve)
  const pieces = async function* () {
    for (let n = 0; n < 32; n++) {
      if (n === 8) reserve = free + 1024 ** 4
      yield randomBytes(MEBIBYTE)
    }
    throw new Error('read to its end')
  }
  await expect(filling.receive(Readable.from(pieces()), 64 * MEBIBYTE)).rejects.toMatchObject({
    code: 'file.no_room'
  })
  expect(arriving()).toEqual([])
})
