import { describe, expect, it } from 'vitest'
import type { GameInfo } from '~/server/games/contract'
import { expectQuick } from '~/tests/support/expect-quick'
import { fieldsOf, gameForm, inputOf, newGameForm } from './game-form'

const game: GameInfo = {
  id: 7,
  title: 'Ebbtide CTF 2026',
  hidden: false,
  summary: 'Two nights',
  content: '## What it is\nA game',
  acceptWithoutReview: true,
  writeupRequired: false,
  inviteCode: null,
  organizations: ['Open', 'Students'],
  teamMemberCountLimit: 5,
  containerCountLimit: 3,
  poster: null,
  publicKey: 'key',
  practiceMode: true,
  divisionLimits: [{ division: 'Students', limit: 3 }],
  solo: false,
  registrationFields: [],
  feedback: false,
  certificateNote: '',
  certificateSignature: '',
  start: '2026-11-20T09:00:00.250+00:00',
  end: '2026-11-22T09:00:00.000+00:00',
  divisionEnds: [],
  writeupDeadline: '2026-11-23T09:30:00.000+00:00',
  writeupNote: '',
  bloodBonus: 52_459_530,
  freeze: null,
  revealed: null,
  revealAfter: null,
  pause: null,
  version: 4
}
const form = { ...fieldsOf(game), acceptWithoutReview: 'on', practiceMode: 'on' }
const issues = (change: object) =>
  gameForm
    .safeParse({ ...form, ...change })
    .error?.issues.map(({ path, message }) => [path.join('.'), message])

describe('gameForm', () => {
  it('an untouched form saves what was stored', () => {
    expect(inputOf(game)).toMatchObject(gameForm.parse({ ...form, intent: 'save' }))
  })

  it('tells how many teams the organiser agrees to leave in divisions that go', () => {
    expect(gameForm.parse({ ...form, divisionTeams: '3' })).toMatchObject({ divisionTeams: 3 })
    expect(gameForm.parse(form)).not.toHaveProperty('divisionTeams')
  })

  it('leaves what has a form of its own', () => {
    for (const name of ['registrationFields', 'revealAfter'])
      expect(gameForm.parse(form)).not.toHaveProperty(name)
  })

  it('names every wrong field at once, each once', () => {
    const wrong = {
      title: ' ',
      start: 'now',
      bloodFirst: 'x',
      teamMemberCountLimit: 'x',
      divisionLimits: 'No: 1'
    }
    expect(
      issues(wrong)!
        .map(([path]) => path)
        .sort()
    ).toEqual(Object.keys(wrong).sort())
    const { error } = newGameForm.safeParse({ title: '', start: '', end: 'x' })
    expect(error!.issues.map(({ path }) => path.join('.'))).toEqual(['start', 'end', 'title'])
  })

  it('a limit full of blanks is refused in little time', async () => {
    await expectQuick(() =>
      expect(issues({ divisionLimits: `x${' '.repeat(60_000)}x` })).toContainEqual([
        'divisionLimits',
        'game.division_limit_malformed'
      ])
    )
  })

  it('a box that is not sent is off', () => {
    const { practiceMode, ...rest } = form
    expect(gameForm.parse(rest)).toMatchObject({
      practiceMode: false,
      acceptWithoutReview: true,
      hidden: false
    })
  })

  it('percents, hours and lines are parsed as people write them', () => {
    const read = gameForm.parse({
      ...form,
      bloodFirst: '12,5',
      bloodSecond: '0',
      bloodThird: '100',
      writeupDeadline: '1.5',
      organizations: ' Open \r\n\r\nStudents\r\nOpen',
      content: 'a\r\nb'
    })
    expect(read.bloodBonus).toBe(125 * 2 ** 20 + 1000)
    expect(read.writeupDeadline).toEqual(new Date('2026-11-22T10:30:00Z'))
    expect(read.organizations).toEqual(['Open', 'Students'])
    expect(read.content).toBe('a\nb')
  })

  it.each([
    [{ title: ' ' }, [['title', 'field.title_required']]],
    [{ start: '' }, [['start', 'field.time_required']]],
    [{ end: '2026-11-20T09:00' }, [['end', 'game.end_before_start']]],
    [{ bloodFirst: '101' }, [['bloodFirst', 'field.out_of_range']]],
    [{ bloodFirst: 'x' }, [['bloodFirst', 'field.number_required']]],
    [{ teamMemberCountLimit: '-1' }, [['teamMemberCountLimit', 'field.out_of_range']]],
    [{ teamMemberCountLimit: 'five' }, [['teamMemberCountLimit', 'field.number_required']]],
    [{ inviteCode: 'x'.repeat(33) }, [['inviteCode', 'field.invitation_code_too_long']]]
  ])('the form refuses %j', (change, expected) => {
    expect(issues(change)).toEqual(expected)
  })
})

describe('newGameForm', () => {
  it('title and times are enough, and writeups are due three hours later', () => {
    const typed = { title: 'New', start: '2026-11-20T09:00', end: '2026-11-20T11:00' }
    const { like, game: made } = newGameForm.parse({ ...typed, like: '' })
    expect(like).toBeNull()
    expect(newGameForm.parse({ ...typed, like: '7' }).like).toBe(7)
    expect(made).toMatchObject({
      title: 'New',
      practiceMode: true,
      containerCountLimit: 3,
      bloodBonus: 52_459_530
    })
    expect(made.writeupDeadline).toEqual(new Date('2026-11-20T14:00:00Z'))
    expect(newGameForm.safeParse({ title: '', start: '', end: '' }).success).toBe(false)
  })
})

describe('inputOf', () => {
  it('one member changes and the rest is kept', () => {
    expect(inputOf(game, { hidden: true })).toEqual({ ...inputOf(game), hidden: true })
  })
})
