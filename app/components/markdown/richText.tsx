import { createElement, Fragment, type ReactNode } from 'react'
import type { Params, Text } from '~/app/i18n/text'

const MARK = '\u0001'

/** Elements in placeholders: `richText(t, 'games:bar.left', { time: <Countdown … /> })` for `{{time}} left`. */
export function richText(
  t: Text,
  key: string,
  parts: Record<string, ReactNode>,
  params: Params = {}
): ReactNode {
  const marks = Object.fromEntries(Object.keys(parts).map((name) => [name, MARK + name + MARK]))
  const pieces = t(key, { ...params, ...marks }).split(MARK)
  const nodes = pieces.map((piece, index) => (index % 2 === 1 ? parts[piece] : piece))
  return createElement(Fragment, null, ...nodes)
}
