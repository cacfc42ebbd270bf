/**
 * The command palette. The shell script loads it on Ctrl-K or the search link; code and first results load
 * side by side.
 */
import { addressOf } from './address'

let shown = false

/** Opens the palette; when loading fails, goes to the search page. */
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
