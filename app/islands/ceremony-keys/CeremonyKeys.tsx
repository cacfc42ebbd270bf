import { useKeys } from '~/app/islands/runtime/use-keys'
import { useText } from '~/app/islands/runtime/words/text'

/** Presses the button of the remote. False where it cannot be pressed. */
function press(act: string): boolean {
  const button = document.getElementById(`ceremony-${act}`)
  button?.click()
  return button !== null
}

/** A button or link that has the focus is pressed by the space bar itself. */
const space = () => document.activeElement?.closest('button, a, summary') == null && press('next')

/** Keys of the remote, those of clickers too, and the words that say which. */
export function CeremonyKeys() {
  const t = useText()
  useKeys({
    ' ': space,
    pagedown: () => press('next'),
    t: () => press('team'),
    backspace: () => press('back'),
    pageup: () => press('back'),
    p: () => press('pause'),
    b: () => press('blank')
  })
  return <p className="hint js-only">{t('ceremony:keys')}</p>
}
