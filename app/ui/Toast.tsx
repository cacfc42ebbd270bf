import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { Text } from 'react-aria-components/Text'
import {
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion
} from 'react-aria-components/Toast'
import { useHydrated } from './hydrated'
import { UiLocale } from './UiLocale'

export interface ToastNote {
  tone?: 'ok' | 'warn' | 'bad' | 'blood-1'
  title: string
  text?: string
  /** Says what the colour says. */
  icon: ReactNode
}

/** Milliseconds a message stays; errors stay until they are closed. */
const STAY = 6000

/** The messages of one island: `add` shows one, `<Toasts queue={…} />` is where they stand. */
export class Toasts extends ToastQueue<ToastNote> {
  constructor() {
    super({ maxVisibleToasts: 4 })
  }
  show(note: ToastNote): void {
    this.add(note, note.tone === 'bad' ? {} : { timeout: STAY })
  }
}

interface ToastAreaProps {
  queue: Toasts
  label: string
  close: string
}

/** Where messages appear, in the corner; reachable with F6. */
export function ToastArea({ queue, label, close }: ToastAreaProps) {
  if (!useHydrated()) return null
  return (
    <UiLocale>
      <ToastRegion queue={queue} aria-label={label}>
        {({ toast }) => {
          const { content } = toast
          return (
            <Toast toast={toast} className={`react-aria-Toast ${content.tone ?? ''}`}>
              {content.icon}
              <ToastContent>
                <Text slot="title">
                  <strong>{content.title}</strong>
                </Text>
                {content.text && (
                  <Text slot="description" elementType="p">
                    {content.text}
                  </Text>
                )}
              </ToastContent>
              <Button slot="close" className="btn ghost sm icon-only" aria-label={close}>
                <span aria-hidden="true">✕</span>
              </Button>
            </Toast>
          )
        }}
      </ToastRegion>
    </UiLocale>
  )
}
