import { posix } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { openPromise } from 'yauzl'
import { siteParts } from '~/app/components/site/site'
import { judge } from '~/scoring/judge'
import { challengeUpdate } from '~/server/challenges/contract'
import { createI18n } from '~/server/platform/i18n'
import { refused } from '~/tests/support/domain'
import { openTransferSuite } from '~/tests/support/files/transfer-suite'
import { type PlayedGame, playGame, sendFlags } from '~/tests/support/fixtures'

const suite = openTransferSuite()
const translator = createI18n()
const EVIL = '<img src=x onerror=alert(1)><script>alert(2)</script>"\'&'

const sql = async (text: string, ...values: unknown[]) =>
  (await suite.domain.stores.db.pool.query(text, values)).rows

/** Two teams of three solved the first of three challenges; the game ended a minute ago. */
async function endedGame(plan: object = {}): Promise<PlayedGame> {
  const { db } = suite.domain.stores
  const game = await playGame(db, { teams: 3, challenges: 3, endsIn: -60_000, ...plan })
  const [first, second] = game.teams
  const at = Date.now() - 1_800_000
  await sendFlags(db, game, [
    { team: first!, challenge: game.challenges[0]!, at },
    { team: second!, challenge: game.challenges[0]!, at: at + 1000 }
  ])
  while ((await judge(db, game.id)).rows.length > 0);
  return game
}

/** Paths and contents of the site's ZIP. */
async function site(game: number, locale: 'en-US' | 'de-DE' = 'en-US') {
  const { services, admin } = suite.domain
  const content = await services.sites.content(admin, game)
  const parts = siteParts(content, { t: translator.textOf(locale), locale, now: admin.now })
  const zip = await buffer(services.assets.zip(parts, admin.now))
  const reader = await openPromise(suite.kept.write(zip))
  const files = new Map<string, string>()
  for await (const entry of reader.eachEntry())
    files.set(entry.fileName, (await buffer(await reader.openReadStreamPromise(entry))).toString())
  return files
}

/** Addresses in `href` and `src` of tags. */
const links = (html: string) =>
  [...html.matchAll(/<(?:a|img|link)\b[^>]*?\s(?:href|src)="([^"]*)"/g)].map(([, address]) =>
    address!.replaceAll('&amp;', '&')
  )

describe('the static site of an ended game', () => {
  it('has pages that lead to each other by relative links, without a script', async () => {
    const game = await endedGame()
    const files = await site(game.id, 'de-DE')
    const html = [...files].filter(([path]) => path.endsWith('.html'))
    expect(html.length).toBe(4 + game.challenges.length + game.teams.length)
    for (const [path, text] of html) {
      expect(text).toMatch(/^<!doctype html><html lang="de-DE">/)
      expect(text).not.toMatch(/<script|\son\w+=|javascript:|\bsrc="\/|\bhref="\//)
      const found = links(text)
      expect(found.length).toBeGreaterThan(4)
      for (const link of found)
        expect(files.has(posix.join(posix.dirname(path), decodeURIComponent(link))), `${path}: ${link}`).toBe(
          true
        )
    }
    const board = files.get('scoreboard.html')!
    const places = game.teams.map(({ name }) => board.indexOf(name))
    expect(places.every((place) => place > 0)).toBe(true)
    expect(places[0]).toBeLessThan(places[1]!)
    expect(files.get(`challenges/${game.challenges[0]!.id}.html`)).toContain('First Blood')
    expect(files.get(`teams/${game.teams[0]!.teamId}.html`)).toContain(game.challenges[0]!.title)
  })

  it('names the first three of each division', async () => {
    const divided = await endedGame({
      teams: 6,
      divisionOf: (place: number) => (place === 1 ? 'Students' : 'Open')
    })
    const home = (await site(divided.id)).get('index.html')!
    const [open, students] = home.slice(home.indexOf('Winners by division')).split('<bdi>Students</bdi></h3>')
    const named = (html: string) =>
      divided.teams.filter(({ name }) => html.includes(name)).map(({ name }) => name)
    const names = divided.teams.map(({ name }) => name)
    expect(named(open!)).toEqual([names[0], names[2], names[3]])
    expect(named(students!.split('</section>')[0]!)).toEqual([names[1]])
    expect((await site((await endedGame()).id)).get('index.html')).not.toContain('Winners by division')
  })

  it('runs nothing that somebody wrote in a name, a title, a text or a file name', async () => {
    const game = await endedGame()
    const [challenge] = game.challenges
    const hash = await suite.upload('content of the file', 'x')
    await sql(
      `INSERT INTO attachments (challenge_id, type, hash, name) VALUES ($1, 'Local', $2, $3)`,
      ...[challenge!.id, hash, '../../../evil "><script>.html']
    )
    await sql('UPDATE games SET title = $2, summary = $2, content = $2 WHERE id = $1', game.id, EVIL)
    await sql(
      'UPDATE challenges SET title = $2 || id, content = $3, author = $2, tags = ARRAY[$2] WHERE game_id = $1',
      game.id,
      EVIL,
      `${EVIL}\n\n[x](javascript:alert(1)) <a href="java&#10;script:alert(1)">y</a> <svg onload=alert(1)> [z](/games/1)`
    )
    await sql(
      'UPDATE teams SET name = $2 || id WHERE id = ANY ($1)',
      game.teams.map(({ teamId }) => teamId),
      '<i onx=1>'
    )
    const files = await site(game.id)
    for (const [path, text] of files) {
      expect(path).toMatch(
        /^(?:style\.css|[\w-]+\.html|(?:challenges|teams)\/\d+\.html|files\/[0-9a-f]{64}\/[\p{L}\p{N}_-][\p{L}\p{N}._-]*)$/u
      )
      if (!path.endsWith('.html') || path.startsWith('files/')) continue
      expect(text).not.toMatch(/<script|<svg onload|<img[^>]*onerror|href="java/i)
      expect(text).toContain('script-src &#x27;none&#x27;')
    }
    const page = files.get(`challenges/${challenge!.id}.html`)!
    expect(page).toContain('&lt;script&gt;')
    const own = links(page).find((link) => link.includes('/files/'))!
    expect(files.get(posix.join('challenges', decodeURIComponent(own)))).toBe('content of the file')
    // Paths of the platform lead there.
    expect(links(page)).toContain('http://localhost:8080/games/1')
  })

  it('tells nothing of what is hidden, not released, paid for or of another game', async () => {
    const game = await endedGame({ practiceMode: false })
    const { services, admin } = suite.domain
    const [shown, hidden, priced] = game.challenges
    const foreign = await suite.upload('somebody else’s', 'foreign.txt')
    const secret = await suite.upload('picture of what is not released', 'secret.txt')
    await services.challenges.update(
      admin,
      game.id,
      hidden!.id,
      challengeUpdate.parse({ content: `SECRET-TEXT ![x](/assets/${secret}/secret.txt)`, isEnabled: false })
    )
    await sql(
      'UPDATE challenges SET content = $2 WHERE id = $1',
      shown!.id,
      `![x](/assets/${foreign}/foreign.txt) ![y](/assets/${secret}/secret.txt)`
    )
    const hints = [
      { id: 1, content: 'HINT-WITH-PRICE', cost: 5, availableAt: null },
      { id: 2, content: 'HINT-TO-COME', cost: 0, availableAt: '2999-01-01T00:00:00Z' },
      { id: 3, content: 'HINT-FOR-ALL', cost: 0, availableAt: '2020-01-01T00:00:00Z' }
    ]
    await sql(
      `UPDATE challenges SET priced_hints = $2, flag_template = 'flag{TEMPLATE}' WHERE id = $1`,
      priced!.id,
      JSON.stringify(hints)
    )
    const suspended = game.teams[2]!
    await services.participations.change(admin, suspended.participationId, { status: 'Suspended' })
    await sql(`UPDATE games SET invite_code = 'INVITE-CODE' WHERE id = $1`, game.id)
    const files = await site(game.id)
    const all = [...files].flat().join('\n')
    expect(all).toContain('HINT-FOR-ALL')
    for (const text of [
      ...[
        'SECRET-TEXT',
        hidden!.title,
        'HINT-WITH-PRICE',
        'HINT-TO-COME',
        'TEMPLATE',
        'INVITE-CODE',
        suspended.name
      ],
      ...[foreign, secret, 'somebody else', 'picture of what', ...game.challenges.map(({ flag }) => flag)],
      ...game.teams.flatMap(({ members }) => members.flatMap(({ id, name }) => [id, name]))
    ])
      expect(all).not.toContain(text)
  })

  it('is refused while anything may move or is not for everybody, and to who is no administrator', async () => {
    const { services, admin } = suite.domain
    const game = await endedGame()
    const of = () => services.sites.content(admin, game.id)
    const turn = (change: string) => sql(`UPDATE games SET ${change} WHERE id = $1`, game.id)
    const invalid = () => services.games.update(admin, game.id, { expectedVersion: undefined } as never)
    for (const [change, back] of [
      ["end_at = now() + interval '1 hour'", "end_at = now() - interval '1 min'"],
      ["freeze_at = now() - interval '30 min'", 'revealed_at = now()'],
      ['hidden = true', 'hidden = false']
    ] as const) {
      await turn(change)
      await invalid()
      await refused(of(), 'site.not_final', 400)
      await turn(back)
      await invalid()
      await of()
    }
    await sendFlags(suite.domain.stores.db, game, [
      { team: game.teams[2]!, challenge: game.challenges[1]!, at: Date.now() - 1_000_000 }
    ])
    await refused(of(), 'site.not_final', 400)
    while ((await judge(suite.domain.stores.db, game.id)).rows.length > 0);
    await of()
    const [monitor] = await suite.domain.users(1, 'Monitor')
    await refused(
      services.sites.content(suite.domain.as(monitor!, { role: 'Monitor' }), game.id),
      'auth.forbidden',
      403
    )
    await refused(services.sites.content(admin, 999_999), 'game.not_found', 404)
    const audits = await sql(
      `SELECT FROM audit_events WHERE action = 'site_exported' AND target = $1`,
      `game:${game.id}`
    )
    expect(audits.length).toBe(4)
  })

  it('ends with an error when a file is missing, so that nobody keeps half of it', async () => {
    const game = await endedGame()
    const { services, admin } = suite.domain
    const content = await services.sites.content(admin, game.id)
    const hash = 'a'.repeat(64)
    content.challenges[0]!.files = [{ hash, name: 'gone' }]
    const parts = siteParts(content, { t: translator.textOf('en-US'), locale: 'en-US', now: admin.now })
    await expect(buffer(services.assets.zip(parts, admin.now))).rejects.toMatchObject({
      code: 'file.not_found'
    })
  })
})
