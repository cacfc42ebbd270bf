import { describe, expect, it } from 'vitest'
import { CHALLENGE_CATEGORIES } from '~/server/challenges/contract'
import { demoEvent, shiftEvent } from './demo'

const event = demoEvent()

describe('the demo event', () => {
  it('the demo event has every category, every division, and a flag for each challenge', () => {
    expect(new Set(event.challenges.map(({ category }) => category))).toEqual(new Set(CHALLENGE_CATEGORIES))
    expect(event.divisions).toHaveLength(3)
    expect(new Set(event.challenges.map(({ flag }) => flag)).size).toBe(event.challenges.length)
    for (const { flag, content } of event.challenges) {
      expect(flag).toMatch(/^flag\{.+\}$/)
      expect(content.length).toBeGreaterThan(20)
    }
  })

  it('every team solves something, each pair once, inside the event', () => {
    expect(new Set(event.solves.map(({ team }) => team)).size).toBe(event.teams.length)
    expect(event.solves.every(({ counts }) => counts)).toBe(true)
  })

  it('the teams’ names stay as they are written', () => {
    expect(event.teams.map(({ name }) => name)).toContain('夜のフクロウ')
    expect(new Set(event.teams.map(({ name }) => name)).size).toBe(24)
  })
})

it('an event can be moved in time', () => {
  const late = shiftEvent(event, event.start, 5_000_000_000_000)
  expect(late.start).toBe(5_000_000_000_000)
  expect(late.end - late.start).toBe(event.end - event.start)
  expect(late.solves[0]!.at - late.start).toBe(event.solves[0]!.at - event.start)
})
