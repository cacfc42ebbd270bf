import { describe, expect, it } from 'vitest'
import type { ChallengeEdit } from '~/server/challenges/contract'
import { challengeForm, fieldsOf } from './challenge-form'

const form = {
  intent: 'save',
  title: 'GraphQuill',
  category: 'Web',
  content: 'a\r\nb',
  originalScore: '1000',
  minScoreRate: '20',
  difficulty: '19,2',
  hint0: ' first\r\nhint ',
  hint10: 'third',
  hint2: 'second',
  hint3: ' '
}

const CONTAINER = {
  container: '',
  containerImage: ' registry/quill:1 ',
  cpuCount: '5',
  memoryLimit: '256',
  storageLimit: '512',
  containerExposePort: '8080'
}

describe('challengeForm', () => {
  it('reads texts, percents and hints in their order, dropping emptied ones', () => {
    expect(challengeForm.parse(form)).toEqual({
      title: 'GraphQuill',
      category: 'Web',
      content: 'a\nb',
      originalScore: 1000,
      minScoreRate: 0.2,
      difficulty: 19.2,
      hints: ['first\nhint', 'second', 'third']
    })
  })

  it('reads a container only where the form has one; a box that is not sent is off', () => {
    expect(challengeForm.parse({ ...form, ...CONTAINER })).toMatchObject({
      containerImage: 'registry/quill:1',
      cpuCount: 5,
      containerExposePort: 8080,
      enableTrafficCapture: false
    })
    expect(challengeForm.parse({ ...form, ...CONTAINER, enableTrafficCapture: 'on' })).toMatchObject({
      enableTrafficCapture: true
    })
    expect(challengeForm.parse({ ...form, enableTrafficCapture: 'on' })).not.toHaveProperty(
      'enableTrafficCapture'
    )
  })

  it.each([
    [{ ...CONTAINER, memoryLimit: '31' }, 'memoryLimit'],
    [{ ...CONTAINER, storageLimit: '' }, 'storageLimit'],
    [{ ...CONTAINER, containerExposePort: '65536' }, 'containerExposePort'],
    [{ ...CONTAINER, cpuCount: '0' }, 'cpuCount'],
    [{ title: '' }, 'title'],
    [{ category: 'Cooking' }, 'category'],
    [{ originalScore: '' }, 'originalScore'],
    [{ originalScore: '1.5' }, 'originalScore'],
    [{ minScoreRate: '101' }, 'minScoreRate'],
    [{ minScoreRate: 'low' }, 'minScoreRate'],
    [{ difficulty: '0' }, 'difficulty'],
    [{ hint2: 'x'.repeat(5000) }, 'hint2']
  ])('refuses %j', (change, field) => {
    const issues = challengeForm.safeParse({ ...form, ...change }).error?.issues ?? []
    expect(new Set(issues.map(({ path }) => path.join('.')))).toEqual(new Set([field]))
  })

  it('gives back every rate as it was stored', () => {
    for (const minScoreRate of [0, 0.07, 0.1, 0.25, 1 / 3, 0.333333, 0.99, 1]) {
      const fields = fieldsOf({
        minScoreRate,
        difficulty: 5.5,
        originalScore: 500,
        hints: []
      } as unknown as ChallengeEdit)
      const read = challengeForm.parse({
        ...form,
        ...fields,
        hints: undefined,
        title: 'x',
        category: 'Web',
        content: ''
      })
      expect(read.minScoreRate).toBeCloseTo(minScoreRate, 9)
      expect(read).toMatchObject({ difficulty: 5.5, originalScore: 500 })
    }
  })
})
