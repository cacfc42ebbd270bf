import { expect, it } from 'vitest'
import { expectQuick } from '~/tests/support/expect-quick'
import { plainOutput } from './output'

const shown = (...texts: string[]) => plainOutput(texts.map((text) => ({ stream: 'stdout' as const, text })))

it('lines are shown without their ends and without what terminals act on', () => {
  expect(shown('a\r\r', '\u001b[31mb\u001b[0m', 'c\rd')).toBe('a\nb\nc\ufffdd')
})

it('a line of carriage returns takes little time', async () => {
  await expectQuick(() => shown(`${'\r'.repeat(60_000)}x`))
})
