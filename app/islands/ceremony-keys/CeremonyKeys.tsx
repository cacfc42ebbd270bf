import { useEffect, useState } from 'react'
import { useKeys } from '~/app/islands/runtime/use-keys'
import { useText } from '~/app/islands/runtime/words/text'

/** Milliseconds from one cell to the next when they open by themselves. */
const AUTO = 2000
/** Teams from this rank upwards are opened by hand. */
const BY_HAND = 3
/** Each step is a new page: what goes on by itself is kept in the tab. */
const AUTO_KEY = 'ceremony-auto'

/** The button of the remote; null where there is none, or it cannot be pressed. */
function buttonOf(act: string): HTMLButtonElement | null {
  return document.querySelector<HTMLButtonElement>(`#ceremony-${act}:enabled`)
}

/** @returns false where the button cannot be pressed */
function press(act: string): boolean {
  const button = buttonOf(act)
  button?.click()
  return button !== null
}

/** A button or link that has the focus is pressed by the space bar itself. */
const space = () => document.activeElement?.closest('button, a, summary') == null && press('next')

/** Opens cells one after the other until the first three teams, a pause or the last cell. */
function useAuto(gameId: number) {
  const [on, setOn] = useState(false)
  const turn = (next: boolean) => {
    if (next) sessionStorage.setItem(AUTO_KEY, String(gameId))
    else sessionStorage.removeItem(AUTO_KEY)
    setOn(next)
  }
  useEffect(() => setOn(sessionStorage.getItem(AUTO_KEY) === String(gameId)), [gameId])
  useEffect(() => {
    if (!on) return
    const timer = setInterval(() => {
      const button = buttonOf('next')
      if (button && Number(button.dataset.rank) > BY_HAND) return button.click()
      sessionStorage.removeItem(AUTO_KEY)
      setOn(false)
    }, AUTO)
    return () => clearInterval(timer)
  }, [on])
  return [on, turn] as const
}

/** Keys of the remote, those of clickers too, the words that say which, and the button that opens by itself. */
export function CeremonyKeys({ gameId }: { gameId: number }) {
  const t = useText()
  const [auto, setAuto] = useAuto(gameId)
  const byHand = (act: string) => () => {
    setAuto(false)
    return press(act)
  }
  useKeys({
    ' ': space,
    pagedown: () => press('next'),
    a: () => setAuto(!auto),
    t: byHand('team'),
    backspace: byHand('back'),
    pageup: byHand('back'),
    p: byHand('pause'),
    b: byHand('blank')
  })
  return (
    <div className="js-only">
      <div className="stack-8">
        <button type="button" className="btn" onClick={() => setAuto(!auto)}>
          {t(auto ? 'ceremony:auto_stop' : 'ceremony:auto')}
        </button>
        <p className="hint">{t('ceremony:auto_hint')}</p>
        <p className="hint">{t('ceremony:keys')}</p>
      </div>
    </div>
  )
}
