import { expect, it } from 'vitest'
import { sourceOf } from '~/tests/support/files/archives'
import { importOptions } from '../contract'
import { fillMarks, listMarks } from './fill-marks'
import { planImport } from './planner'

const planned = (...texts: string[]) =>
  planImport(
    sourceOf(
      Object.fromEntries(
        texts.map((text, index) => [
          `web/c${index}/challenge.json`,
          JSON.stringify({ name: `C${index}`, value: 1, flags: ['f'], description: text })
        ])
      )
    ),
    'Cup',
    new Date(0),
    importOptions.parse({})
  )

it('placeholders are found, the most frequent first, each once for a challenge', async () => {
  const plan = await planned(
    'nc {{host}} {{port}}, again {{ host }}',
    '[Bot]({instancer:bot-admin}) at {{host}} and {{unknown thing}}',
    'Ask LOCALHOST, no PORTS, f{a}, {"a":"b"}'
  )
  expect(listMarks(plan)).toEqual([
    { text: 'HOST', challenges: 2 },
    { text: 'PORT', challenges: 1 },
    { text: '{instancer:bot-admin}', challenges: 1 },
    { text: '{{unknown thing}}', challenges: 1 }
  ])
})

it('values replace placeholders in every description, and complete ones lose their remark', async () => {
  const plan = await planned('nc HOST PORT', '{{host}} {instancer:x} $& HOSTS', 'nothing')
  const values = { HOST: 'ctf.example.org $& PORT', '{instancer:x}': 'https://x.example', PORT: '' }
  const { challenges } = fillMarks(plan, values)
  expect(challenges.map(({ update }) => update.content)).toEqual([
    'nc ctf.example.org $& PORT PORT',
    'ctf.example.org $& PORT https://x.example $& HOSTS',
    'nothing'
  ])
  const host = await planned('nc {{host}}')
  expect(host.challenges[0]?.notes.map(({ code }) => code)).toEqual(['host'])
  expect(fillMarks(host, { HOST: 'a.example' }).challenges[0]?.notes).toEqual([])
  expect(fillMarks(host, { constructor: 'x' }).challenges).toMatchObject([{ update: { content: 'nc HOST' } }])
})

it('values leave a description that a file does not have absent', async () => {
  const plan = await planImport(
    sourceOf({ 'a/challenge.yml': 'halyard: 1\ntitle: A\nflags: [f]\n' }),
    ...(['Cup', new Date(0), importOptions.parse({})] as const)
  )
  const { challenges } = fillMarks(plan, { HOST: 'a.example' })
  expect(challenges).toHaveLength(1)
  expect(challenges[0]!.update.content ?? null).toBe(null)
})

it('values are an object or JSON, and nothing else', () => {
  expect(importOptions.parse({ values: '{"HOST": "a"}' }).values).toEqual({ HOST: 'a' })
  expect(importOptions.parse({ values: { HOST: 'a' } }).values).toEqual({ HOST: 'a' })
  const wrong = ['HOST', '[1]', '{"HOST": 1}', JSON.stringify({ HOST: 'x'.repeat(501) })]
  for (const values of wrong) expect(importOptions.safeParse({ values }).success).toBe(false)
})
