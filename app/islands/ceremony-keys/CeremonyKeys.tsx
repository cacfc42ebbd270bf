import { useEffect, useState } from 'react'
import { useText } from '~/app/i18n/text'
import { useKeys } from '~/app/islands/runtime/use-keys'

const AUTO = 2000
/** Teams from this rank upwards are opened by hand only. */
const BY_HAND = 3
const AUTO_KEY = 'ceremony-auto'

/** Button of the remote; null when it is missing or disabled. */
function buttonOf(act: string): HTMLButtonElement | null {
  return document.querySelector<HTMLButtonElement>(`#ceremony-${act}:enabled`)
}

/** Presses a button; where it has opened a question, the same key agrees. */
function press(act: string): boolean {
  const button = buttonOf(act)
  const asked = button?.popoverTargetElement
  if (asked?.matches(':popover-open')) asked.querySelector('form')?.requestSubmit()
  else button?.click()
  return button !== null
}

const space = () => document.activeElement?.closest('button, a, summary') == null && press('next')

/**
 * Opens cells until the first three teams, a pause or the last cell. The state survives reloads in the tab.
 */
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
      <div className="stack">
        <button type="button" className="btn" onClick={() => setAuto(!auto)}>
          {t(auto ? 'ceremony:auto_stop' : 'ceremony:auto')}
        </button>
        <p className="hint">{t('ceremony:auto_hint')}</p>
        <p className="hint">{t('ceremony:keys')}</p>
      </div>
    </div>
  )
}
