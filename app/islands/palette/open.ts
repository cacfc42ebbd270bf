/**
 * The command palette. The shell script fetches this file when somebody asks for it, by Ctrl-K or by the link to the search
 * page; no page carries any of it before. Its code and its first answer come side by side.
 */
import { addressOf } from './address'

let shown = false

/** Shows it over the page. When it cannot be fetched, the reader is led to the search page, which says why. */
export async function open(): Promise<void> {
  if (shown) return
  shown = true
  try {
    const [{ show }, answer] = await Promise.all([import('./show'), fetch(addressOf(''))])
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
    await show(await answer.json(), () => {
      shown = false
    })
  } catch {
    shown = false
    location.assign('/Search')
  }
}
