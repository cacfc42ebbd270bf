import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useLocale, useText } from '~/app/i18n/text'
import { fileStamp } from '~/server/platform/time'
import { DownloadIcon, RotateCcwIcon, XIcon } from '../icons'
import { mayReconnect } from './endings'
import { openSession, type Session, type State } from './session'

/** Storage key: whether this browser announces terminals to screen readers. */
const READER_KEY = 'terminal-reader'

const hasReader = () => localStorage.getItem(READER_KEY) === 'on'

interface TerminalDialogProps {
  address: string
  title: string | null
  /** Emits `move` after the dialog was moved in the page. */
  moves: EventTarget
  onClose(): void
}

/**
 * Docked below the page if there is room. Stays open after the instance, whose last output may still be read.
 */
export function TerminalDialog({ address, title, moves, onClose }: TerminalDialogProps) {
  const t = useText()
  const dialog = useShown(moves, onClose)
  const pane = useRef<HTMLDivElement>(null)
  const way = useRef<HTMLButtonElement>(null)
  const [state, setState] = useState<State>('connecting')
  const session = useSession(pane, address, setState, () => way.current?.focus())
  const [raw, setRaw] = useState(false)
  const live = state === 'connecting' || state === 'open'
  // In the toolbar, Escape must close neither the connection nor a dialog below.
  const keep = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    if (!live) onClose()
  }
  const toggleRaw = () => {
    session.current?.setRaw(!raw)
    setRaw(!raw)
  }
  const reconnect = () => {
    session.current?.reconnect()
    session.current?.focus()
  }
  return (
    <dialog ref={dialog} className="term" aria-labelledby="term-h" onKeyDown={keep}>
      <div className="head">
        <h2 id="term-h">
          {t('terminal:title')}
          {title !== null && (
            <>
              {' · '}
              <bdi>{title}</bdi>
            </>
          )}
        </h2>
        <p role="status" data-live={live || undefined}>
          {live ? t(`terminal:state.${state}`) : t(`terminal:ended.${state}`)}
        </p>
        <button ref={way} type="button" className="btn ghost icon-only" onClick={onClose}>
          <XIcon />
          <span className="sr">{t('terminal:close')}</span>
        </button>
      </div>
      <div className="pane" ref={pane} />
      <div className="foot">
        {!live && mayReconnect(state) && (
          <button type="button" className="btn primary sm" onClick={reconnect}>
            <RotateCcwIcon />
            {t('terminal:reconnect')}
          </button>
        )}
        <button type="button" className="btn sm" aria-pressed={raw} onClick={toggleRaw}>
          {t('terminal:raw')}
        </button>
        <ReaderButton session={session} />
        <button type="button" className="btn sm" onClick={() => save(session.current?.text() ?? '')}>
          <DownloadIcon />
          {t('terminal:download')}
        </button>
        <p className="hint">{t(raw ? 'terminal:help_raw' : 'terminal:help')}</p>
      </div>
    </dialog>
  )
}

/** Switches announcements for screen readers, which cost speed; this browser remembers it. */
function ReaderButton({ session }: { session: RefObject<Session | null> }) {
  const t = useText()
  const [on, setOn] = useState(hasReader)
  const toggle = () => {
    localStorage.setItem(READER_KEY, on ? 'off' : 'on')
    session.current?.setReader(!on)
    setOn(!on)
  }
  return (
    <button type="button" className="btn sm" aria-pressed={on} onClick={toggle}>
      {t('terminal:reader')}
    </button>
  )
}

const ROOM_FOR_BOTH = '(width >= 56.25rem) and (height >= 36rem)'

/** Opens the dialog beside the page where there is room, else modal and above the phone's keyboard. */
function useShown(moves: EventTarget, onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null)
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    const dialog = ref.current!
    const room = matchMedia(ROOM_FOR_BOTH)
    const show = () => {
      const focused = document.activeElement
      // An open dialog cannot change whether it is modal.
      dialog.close()
      if (room.matches) dialog.show()
      else dialog.showModal()
      if (dialog.contains(focused)) (focused as HTMLElement).focus()
    }
    const closed = () => {
      if (!dialog.open) close.current()
    }
    const sized = () => dialog.style.setProperty('--room', `${visualViewport?.height ?? innerHeight}px`)
    show()
    sized()
    moves.addEventListener('move', show)
    room.addEventListener('change', show)
    dialog.addEventListener('close', closed)
    visualViewport?.addEventListener('resize', sized)
    return () => {
      moves.removeEventListener('move', show)
      room.removeEventListener('change', show)
      dialog.removeEventListener('close', closed)
      visualViewport?.removeEventListener('resize', sized)
    }
  }, [moves])
  return ref
}

function useSession(
  pane: RefObject<HTMLDivElement>,
  address: string,
  onState: (state: State) => void,
  onLeave: () => void
) {
  const t = useText()
  const number = new Intl.NumberFormat(useLocale())
  const session = useRef<Session | null>(null)
  const leave = useRef(onLeave)
  leave.current = onLeave
  // biome-ignore lint/correctness/useExhaustiveDependencies: a terminal keeps the words it was opened with
  useEffect(() => {
    const opened = openSession(pane.current!, {
      address,
      reader: hasReader(),
      words: {
        label: t('terminal:input'),
        full: t('terminal:full'),
        ended: (ending) => t(`terminal:ended.${ending}`),
        skipped: (bytes) => t('terminal:skipped', { n: number.format(Math.ceil(bytes / 1024)) })
      },
      onState,
      onLeave: () => leave.current()
    })
    session.current = opened
    return () => {
      session.current = null
      opened.close()
    }
  }, [address])
  return session
}

function save(text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  Object.assign(document.createElement('a'), {
    href: url,
    download: `terminal-${fileStamp(new Date())}.txt`
  }).click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
