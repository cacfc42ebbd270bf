import { readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createText, type Labels, TextProvider } from '~/app/i18n/text'
import type { FormState } from '~/app/request/forms'
import { TimedReveal } from './TimedReveal'

const read = (name: string) => JSON.parse(readFileSync(`locales/en-US/${name}.json`, 'utf8')) as Labels
const words = { admin: read('admin'), common: read('common') }

const markup = (asks: boolean, state: FormState | null = null) =>
  renderToStaticMarkup(
    <TextProvider locale="en-US" t={createText('en-US', words)}>
      <TimedReveal href="/here" minutes={5} asks={asks} state={state} />
    </TextProvider>
  )

test('minutes after the end are asked for once they may have passed, since the board is revealed then for good', () => {
  const [before, after] = [markup(false), markup(true)]
  expect(before).not.toContain('alertdialog')
  expect(after).toContain('This cannot be taken back.')
  // Nothing is sent but by the question.
  expect(after.slice(0, after.indexOf('alertdialog'))).not.toContain('type="submit"')
  for (const html of [before, after])
    expect(html).toMatch(/name="revealAfter"[^>]*value="5"|value="5"[^>]*name="revealAfter"/)
})

test('what is wrong with the minutes is told outside of the question, too, which is closed', () => {
  const state = { intent: 'reveals', message: 'Check it.', errors: { revealAfter: 'Too many.' }, values: {} }
  const html = markup(true, state as FormState)
  expect(html.slice(0, html.indexOf('alertdialog'))).toContain('Too many.')
})
