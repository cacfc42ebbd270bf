import { expect, it } from 'vitest'
import { sourceOf } from '~/tests/support/files/archives'
import { importOptions } from '../contract'
import { planImport } from '../plan/planner'
import { readChallenge } from './index'

const task = `---
name: knots
description: >
  <p>
    Untie it.<br>
    <code>nc {host} {port}</code>
  </p>
flag: "zer0pts{bow}"
author: Bosun
`
const read = async (more: string, files: Record<string, string> = {}) => {
  const below = Object.entries(files).map(([path, text]) => [`misc/knots/${path}`, text])
  const source = sourceOf({ 'misc/knots/task.yml': task + more, ...Object.fromEntries(below) })
  const { challenge, refusal } = await readChallenge(source, 'misc/knots/task.yml')
  return { challenge, refusal, notes: challenge?.notes.map(({ code }) => code) }
}

it('the address of zer0pts is filled in, and a tag is its category', async () => {
  const { challenge, notes } = await read(
    'host: pwn.example.org\nport: 9006\ntags: [warmup, pwn]\nis_survey: false'
  )
  expect(challenge).toMatchObject({
    input: { title: 'knots', category: 'Pwn', type: 'StaticAttachment' },
    update: {
      content: '<p>\nUntie it.<br>\n<code>nc pwn.example.org 9006</code>\n</p>',
      author: 'Bosun',
      originalScore: 1000
    },
    flags: [{ flag: 'zer0pts{bow}' }],
    files: []
  })
  expect(notes).toEqual(['service', 'no_value'])
})

it('an unknown address of zer0pts is left to the organiser', async () => {
  const { challenge, notes } = await read('tags: [survey]\nis_survey: true')
  expect(challenge?.update.content).toContain('<code>nc HOST PORT</code>')
  expect(challenge?.input.category).toBe('Misc')
  expect(notes).toEqual(['category', 'no_value', 'host'])
})

it('zer0pts hands out the files in its folders for players, and nothing else', async () => {
  const files = {
    'distfiles/a.py': 'a',
    'rawdistfiles/b.bin': 'b',
    'challenge/flag.txt': 'f',
    'solution/s.py': 's'
  }
  const { challenge } = await read('tags: [rev]', files)
  expect(challenge?.files[0]).toMatchObject({
    name: 'knots.zip',
    content: {
      zip: [
        { as: 'a.py', path: 'misc/knots/distfiles/a.py' },
        { as: 'b.bin', path: 'misc/knots/rawdistfiles/b.bin' }
      ]
    }
  })
})

it('a compose file of zer0pts becomes containers', async () => {
  const compose = 'services:\n  web:\n    image: knots:1\n    ports: ["8000:80"]\n'
  const { challenge } = await read('tags: [web]', { 'docker-compose.yml': compose })
  expect(challenge).toMatchObject({
    input: { type: 'StaticContainer' },
    update: { containerExposePort: 80 }
  })
})

it('other tools’ tasks are ignored silently', async () => {
  const source = sourceOf({
    'misc/knots/task.yml': task,
    'roles/web/task.yml': '- name: Install\n  apt: nginx',
    'ci/task.yaml': 'name: build\nsteps: []',
    'ci/x/task.yml': 'name: {{ broken',
    'ecs/task.json': '{"name": "service"}'
  })
  const plan = await planImport(source, 'Cup', new Date(0), importOptions.parse({}))
  expect([plan.challenges.map(({ from }) => from), plan.refused]).toEqual([['misc/knots/task.yml'], []])
})
