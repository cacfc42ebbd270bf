/** Loaded by the shell script on Ctrl-K or the search link, beside its first results. */
import { addressOf } from './address'

let shown = false

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
