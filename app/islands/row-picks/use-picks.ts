import { useEffect, useState } from 'react'
import { between, boxesOf } from './picks'

interface Counted {
  chosen: number
  rows: number
}

const count = (boxes: HTMLInputElement[]): Counted => ({
  chosen: boxes.filter(({ checked }) => checked).length,
  rows: boxes.length
})

/** Shift takes a range, arrows move (with Shift they select), Ctrl A takes all, Escape none. */
export function usePicks(form: string): Counted & { all(on: boolean): void } {
  const [counted, setCounted] = useState<Counted>({ chosen: 0, rows: 0 })
  const all = (on: boolean) => {
    const boxes = boxesOf(form)
    for (const box of boxes) box.checked = on
    setCounted(count(boxes))
  }

  useEffect(() => {
    let last = -1
    const placeOf = (target: EventTarget | null) => boxesOf(form).indexOf(target as HTMLInputElement)
    const recount = () => setCounted(count(boxesOf(form)))
    const clicked = (event: MouseEvent) => {
      const place = placeOf(event.target)
      if (place < 0) return
      const boxes = boxesOf(form)
      if (event.shiftKey && last >= 0)
        for (const row of between(last, place)) boxes[row]!.checked = boxes[place]!.checked
      last = place
      recount()
    }
    const pressed = (event: KeyboardEvent) => {
      const place = placeOf(event.target)
      if (place < 0 || event.altKey) return
      const boxes = boxesOf(form)
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (step && boxes[place + step]) {
        if (event.shiftKey) for (const row of [place, place + step]) boxes[row]!.checked = true
        boxes[place + step]!.focus()
        last = place + step
      } else if (event.key === 'a' && (event.ctrlKey || event.metaKey))
        for (const box of boxes) box.checked = true
      else if (event.key === 'Escape') for (const box of boxes) box.checked = false
      else if (!step) return
      event.preventDefault()
      recount()
    }
    recount()
    addEventListener('click', clicked)
    addEventListener('change', recount)
    addEventListener('keydown', pressed)
    return () => {
      removeEventListener('click', clicked)
      removeEventListener('change', recount)
      removeEventListener('keydown', pressed)
    }
  }, [form])
  return { ...counted, all }
}
