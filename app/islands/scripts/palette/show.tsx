import { createRoot } from 'react-dom/client'
import { uiStyles } from '~/app/ui/styles'
import type { Answer } from './answer'
import { Palette } from './Palette'

/** Resolves when the palette is rendered; calls `left` when it is closed. */
export async function show(first: Answer, left: () => void): Promise<void> {
  await uiStyles()
  const root = createRoot(document.createElement('div'))
  const leave = () => {
    root.unmount()
    left()
  }
  root.render(<Palette first={first} locale={document.documentElement.lang} leave={leave} />)
}
