import { useEffect, useRef, useState } from 'react'

const OFF_KEY = 'single-keys'

/** Id of the list of all keys (KeyLegend.tsx), toggled by `?`. */
export const KEYS_ID = 'all-keys'
function listKeys(): void {
  const list = document.getElementById(KEYS_ID)
  // A popover is not read out by itself; Escape takes the focus back to where it was.
  if (list?.togglePopover()) list.querySelector('button')?.focus()
}

/** Actions by key or pair of keys. A result of false leaves the key to the browser. */
export type Keys = Readonly<Record<string, () => unknown>>

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** A list that a field filters gets copies of the field's keys, so that the target alone does not tell. */
const inField = ({ target }: KeyboardEvent) => typing(target) || typing(document.activeElement)

/** The key in lower case; empty for one that does not act alone: with a modifier, in a field, already used, or switched off. */
export const keyFrom = (event: KeyboardEvent): string =>
  event.defaultPrevented ||
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  inField(event) ||
  localStorage.getItem(OFF_KEY) === 'off'
    ? ''
    : event.key.toLowerCase()

/** Milliseconds for the second key of a pair such as G S. */
const PAIR = 1500

/** Off while a field has the focus, or after the reader switched keys off (WCAG 2.1.4). */
export function useKeys(keys: Keys) {
  const [on, setOn] = useState(true)
  const latest = useRef(keys)
  latest.current = keys

  useEffect(() => {
    setOn(localStorage.getItem(OFF_KEY) !== 'off')
    let first = { key: '', at: 0 }
    const press = (event: KeyboardEvent) => {
      const key = keyFrom(event)
      if (!key) return
      const pair = Date.now() - first.at < PAIR ? `${first.key} ${key}` : ''
      const run = key === '?' ? listKeys : (latest.current[pair] ?? latest.current[key])
      first = { key, at: Date.now() }
      if (run && run() !== false) event.preventDefault()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])

  const toggle = () => {
    localStorage.setItem(OFF_KEY, on ? 'off' : 'on')
    setOn(!on)
  }
  return { on, toggle }
}
