import { describe, expect, it } from 'vitest'
import type { Ctx } from '~/server/access/contract'
import { createI18n } from '~/server/platform/i18n'
import { LOCALES } from '~/server/platform/locales'
import { refused } from '../../support/domain'
import type { PlayingTeam } from '../../support/fixtures'
import { openCasesSuite } from '../../support/games/cases-suite'

const suite = openCasesSuite({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'halyard@example.org' })
const { query, suspected, cases, decided } = suite

const captain = ({ members }: PlayingTeam): Ctx => suite.domain.as(members[0])
/** Who was told what of the cases of a game, in the order of kinds and users. */
const told = async (gameId: number) =>
  (await query(
    `SELECT n.kind, n.user_id AS id FROM case_news n JOIN cases c ON c.id = n.case_id
     WHERE c.game_id = $1 ORDER BY n.id`,
    gameId
  )) as { kind: string; id: string }[]
const toldOf = async (gameId: number, kind: string) =>
  (await told(gameId))
    .filter((one) => one.kind === kind)
    .map(({ id }) => id)
    .sort()
const staffOf = async (gameId: number, role: string) => {
  const [person] = await suite.domain.users(1)
  await query(
    'INSERT INTO game_staff (game_id, user_id, role, added_at) VALUES ($1, $2, $3, now())',
    gameId,
    person!.id,
    role
  )
  return person!.id
}
const idsOf = ({ members }: PlayingTeam) => members.map(({ id }) => id).sort()

describe('news of cases', () => {
  it('tell only the team of a decision, its undoing and an answer, never who did it', async () => {
    const given = await suspected()
    const { game, first, other, opened } = given
    await decided(given)
    expect(await toldOf(game.id, 'decided')).toEqual(idsOf(first))
    await cases().appeal(captain(first), game.id, opened.number, 'It was not us.')
    await cases().answerAppeal(suite.second, game.id, opened.number, first.participationId, 'It was.')
    expect(await toldOf(game.id, 'answered')).toEqual(idsOf(first))
    await cases().undoDecision(suite.second, game.id, opened.number, 'We were wrong.')
    expect(await toldOf(game.id, 'undone')).toEqual(idsOf(first))
    const everybody = (await told(game.id)).map(({ id }) => id)
    for (const id of idsOf(other)) expect(everybody).not.toContain(id)
    expect(await toldOf(game.id, 'decided')).not.toContain(suite.second.actor!.id)
  })

  it('tell the staff of the game with the role of an appeal, and administrators where there is none', async () => {
    const alone = await suspected()
    await decided(alone)
    await cases().appeal(captain(alone.first), alone.game.id, alone.opened.number, 'No.')
    expect(await toldOf(alone.game.id, 'appealed')).toContain(suite.second.actor!.id)

    const given = await suspected()
    const [referee, monitor, author] = [
      await staffOf(given.game.id, 'referee'),
      await staffOf(given.game.id, 'monitor'),
      await staffOf(given.game.id, 'author')
    ]
    await decided(given)
    await cases().appeal(captain(given.first), given.game.id, given.opened.number, 'No.')
    expect(await toldOf(given.game.id, 'appealed')).toEqual([referee])
    await cases().open(suite.monitor, given.game.id, {
      title: 'Another',
      evidence: [],
      participationIds: [given.other.participationId]
    })
    const opened = (await toldOf(given.game.id, 'opened')).slice()
    expect(opened).toEqual(expect.arrayContaining([referee, monitor]))
    expect(opened).not.toContain(author)
  })

  it('say nothing when the case closes without a consequence, or the change is refused', async () => {
    const given = await suspected()
    await decided(given, { outcome: 'nothing' })
    expect(await toldOf(given.game.id, 'decided')).toEqual([])
    const refusedOnce = await suspected()
    await refused(
      cases().appeal(captain(refusedOnce.third), refusedOnce.game.id, refusedOnce.opened.number, 'No.'),
      'case.not_found',
      404
    )
    expect(await toldOf(refusedOnce.game.id, 'appealed')).toEqual([])
  })

  it('are one message for the devices and one mail each, with a link and without title or reason', async () => {
    const given = await suspected()
    const { game, first } = given
    await decided(given)
    const mails = await query(
      `SELECT o.kind, o.user_id AS "userId", o.address, o.locale, o.case_news_id AS "caseNewsId", m.id AS push
       FROM mail_outbox o JOIN case_news n ON n.id = o.case_news_id JOIN cases c ON c.id = n.case_id
       JOIN push_messages m ON m.case_news_id = n.id WHERE c.game_id = $1 AND n.kind = 'decided'`,
      game.id
    )
    expect(mails.map(({ userId }) => userId).sort()).toEqual(idsOf(first))
    const message = await cases().mailOf(mails[0])
    expect(message).toMatchObject({ kind: 'case_team', caseNews: { kind: 'decided' } })
    expect(message!.link).toMatch(new RegExp(`/games/${game.id}/Decisions$`))
    expect(JSON.stringify(message)).not.toMatch(/Same hand|copied/)
    await query("UPDATE users SET role = 'Banned' WHERE id = $1", mails[0].userId)
    expect(await cases().mailOf(mails[0])).toBeNull()
  })
})

describe('a case as a file', () => {
  it('has all that staff knows, is audited, and is for nobody else', async () => {
    const given = await suspected()
    const { game, first, opened } = given
    await decided(given)
    await cases().addNote(suite.monitor, game.id, opened.number, 'Both from one room.')
    await cases().appeal(captain(first), game.id, opened.number, 'It was not us.')
    const file = await cases().export(suite.monitor, game.id, opened.number)
    expect(file).toMatchObject({
      game: { id: game.id },
      exported: { by: suite.monitor.actor!.userName },
      title: 'Same hand',
      appeals: [{ text: 'It was not us.' }],
      decisions: [{ outcome: 'void', state: 'confirmed' }]
    })
    expect(file.entries.map(({ note }) => note)).toContain('Both from one room.')
    expect(
      await query(
        "SELECT after->>'case' AS number FROM audit_events WHERE action = 'case_exported' AND target = $1",
        `game:${game.id}`
      )
    ).toEqual([{ number: String(opened.number) }])
    await expect(cases().export(captain(first), game.id, opened.number)).rejects.toMatchObject({
      status: 403
    })
    await refused(cases().export(suite.monitor, game.id, 99), 'case.not_found', 404)
  })
})

it('the words of news are there in every language', () => {
  const { textOf } = createI18n()
  for (const locale of LOCALES)
    for (const kind of ['opened', 'appealed', 'decided', 'undone', 'answered'])
      expect(textOf(locale)(`cases:news.${kind}`)).not.toContain('news.')
})
