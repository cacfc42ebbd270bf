import { expect, it } from 'vitest'
import { demoEvent, toEvent } from '~/server/event-import'
import { stepsOf } from './guesses'

const event = demoEvent()

it('every right flag is sent at its time, in order', () => {
  const steps = stepsOf(event, event.solves)
  const right = steps.filter((step) => step.right)
  expect(right.map(({ at, team, challenge }) => ({ at, team, challenge }))).toEqual(
    event.solves.map(({ at, team, challenge }) => ({ at, team, challenge }))
  )
  expect(steps.map(({ at }) => at)).toEqual(steps.map(({ at }) => at).sort((a, b) => a - b))
})

it('about a third of them follow wrong guesses, at most two, never before the start', () => {
  const steps = stepsOf(event, event.solves)
  const wrong = steps.filter((step) => !step.right)
  expect(wrong.length / event.solves.length).toBeGreaterThan(0.25)
  expect(wrong.length / event.solves.length).toBeLessThan(0.5)
  for (const guess of wrong) {
    const at = steps.indexOf(guess)
    const solved = steps.findIndex(
      (one) => one.right && one.team === guess.team && one.challenge === guess.challenge
    )
    expect(at).toBeLessThan(solved)
    expect(guess.at).toBeGreaterThanOrEqual(event.start)
    expect(event.challenges.map(({ flag }) => flag)).not.toContain(guess.flag)
  }
})

it('an event gets the same guesses each time', () => {
  expect(stepsOf(event, event.solves)).toEqual(stepsOf(demoEvent(), event.solves))
})

it('an event without solves has nothing to play', () => {
  const empty = toEvent({ title: 'x', start: 0, end: 1, challenges: [{ title: 'y' }], solves: [] })
  expect(stepsOf(empty, empty.solves)).toEqual([])
})
