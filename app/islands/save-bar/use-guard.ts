import { type RefObject, useEffect } from 'react'

/** Ctrl S saves the form around `inside`; while `unsaved`, the browser asks before the page is left. */
export function useGuard(inside: RefObject<HTMLElement>, unsaved: boolean): void {
  useEffect(() => {
    const save = (event: KeyboardEvent) => {
      const pressed = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
      if (!pressed || event.key.toLowerCase() !== 's') return
      event.preventDefault()
      const button = inside.current?.querySelector<HTMLButtonElement>('button[value=save]')
      button?.form?.requestSubmit(button)
    }
    addEventListener('keydown', save)
    return () => removeEventListener('keydown', save)
  }, [inside])

  useEffect(() => {
    const form = inside.current?.closest('form')
    if (!form || !unsaved) return
    let sent = false
    const submit = () => {
      sent = true
    }
    const back = () => {
      sent = false
    }
    const leave = (event: BeforeUnloadEvent) => {
      if (sent) return
      event.preventDefault()
      // The reader stays: hides the loader that the shell has shown.
      setTimeout(() => dispatchEvent(new Event('pageshow')))
    }
    form.addEventListener('submit', submit)
    addEventListener('pageshow', back)
    addEventListener('beforeunload', leave)
    return () => {
      form.removeEventListener('submit', submit)
      removeEventListener('pageshow', back)
      removeEventListener('beforeunload', leave)
    }
  }, [inside, unsaved])
}
