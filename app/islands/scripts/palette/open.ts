/** Loaded by the shell script on Ctrl-K or the search link, beside its first results. */
import { addressOf } from './address'

let shown = false

/** Does nothing while the palette is open. Without its code or an answer, leads to the search page. */
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
