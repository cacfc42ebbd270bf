import { type KeyboardEvent, useRef } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Dialog } from 'react-aria-components/Dialog'
import { Header } from 'react-aria-components/Header'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Input } from 'react-aria-components/Input'
import { Menu, MenuItem, MenuSection } from 'react-aria-components/Menu'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { SearchField } from 'react-aria-components/SearchField'
import { SearchIcon } from '~/app/components/icons'
import { useFocusInside } from './use-focus-inside'

export interface Command {
  id: string
  text: string
  /** Distinguishes commands of equal text; '' for none. */
  detail: string
  /** A link; absent: calls `run`. */
  href?: string
}

interface CommandDialogProps {
  locale: string
  label: string
  placeholder: string
  close: string
  summary: string
  keys: string
  groups: readonly { id: string; title: string; items: readonly Command[] }[]
  words: string
  type(words: string): void
  /** The groups belong to earlier words. */
  late: boolean
  /** Enter without a marked result of the present words. */
  enter(): void
  run(id: string): void
  /** Closed by Escape, a click beside it, or a link. */
  leave(): void
}

/** A dialog with a search field and results: arrows choose, Enter runs, Escape closes. */
export function CommandDialog(props: CommandDialogProps) {
  const { locale, label, placeholder, close, summary, keys, groups, words, type, late, enter, run, leave } =
    props
  const list = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLDivElement>(null)
  useFocusInside(field, 'input')
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    // The field would only lose its words.
    if (event.key === 'Escape') return leave()
    if (event.key !== 'Enter' || words === '') return
    if (!late && list.current?.querySelector('[data-focused]')) return
    event.preventDefault()
    event.stopPropagation()
    enter()
  }
  return (
    <I18nProvider locale={locale}>
      <ModalOverlay className="palette-overlay" isOpen isDismissable onOpenChange={leave}>
        <Modal className="palette">
          <Dialog aria-label={label}>
            <Autocomplete inputValue={words} onInputChange={type}>
              <SearchField className="palette-field" ref={field} aria-label={placeholder} autoFocus>
                <SearchIcon />
                <Input placeholder={placeholder} maxLength={100} onKeyDownCapture={press} />
                <button type="button" className="btn ghost sm" onClick={leave}>
                  {close}
                </button>
              </SearchField>
              <Menu className="palette-list" ref={list} aria-label={label} onAction={(id) => run(String(id))}>
                {groups.map(({ id, title, items }) => (
                  <MenuSection key={id} id={id}>
                    <Header>{title}</Header>
                    {items.map((item) => (
                      <MenuItem key={item.id} id={item.id} textValue={item.text} href={item.href}>
                        <bdi>{item.text}</bdi>
                        {item.detail && <bdi className="sub">{item.detail}</bdi>}
                      </MenuItem>
                    ))}
                  </MenuSection>
                ))}
              </Menu>
            </Autocomplete>
            <footer>
              <span role="status">{summary}</span>
              <span aria-hidden="true">{keys}</span>
            </footer>
          </Dialog>
        </Modal>
      </ModalOverlay>
    </I18nProvider>
  )
}
