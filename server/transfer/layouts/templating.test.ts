import { expect, it } from 'vitest'
import { expectQuick } from '~/tests/support/expect-quick'
import type { Line } from '../contract'
import type { Definition } from '../definition'
import { renderTemplate } from './templating'

const NOTHING = { pods: [] } as unknown as Definition
const fill = (text: string) => {
  const notes: Line[] = []
  return [renderTemplate(text, NOTHING, notes), notes.map(({ code }) => code)]
}

it.each([
  ['{{host}}', 'HOST', ['host']],
  ['{{ .Host }}:{{- port -}}', 'HOST:PORT', ['host']],
  ['\x24{HOST}', 'HOST', ['host']],
  ['{{ nc }}', 'nc HOST PORT', ['host']],
  ['{{ 7*7 }} \x24{x}', '{{ 7*7 }} \x24{x}', ['template_left']],
  ['{ host } {{{{', '{ host } {{{{', []]
])('%s becomes %s', (text, expected, notes) => expect(fill(text)).toEqual([expected, notes]))

it('braces that never close take little time', async () => {
  await expectQuick(() => {
    fill(`{{${' '.repeat(20_000)}`)
    fill('{{ '.repeat(20_000))
  })
})
