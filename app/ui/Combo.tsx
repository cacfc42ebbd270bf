import { type ReactNode, useContext, useEffect, useRef } from 'react'
import { Button } from 'react-aria-components/Button'
import { ComboBox, ComboBoxStateContext } from 'react-aria-components/ComboBox'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Input } from 'react-aria-components/Input'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { ChevronDownIcon } from '~/app/components/icons'

export interface ComboItem {
  id: string
  text: string
  /** Distinguishes items of equal text. */
  detail?: string
}

interface ComboProps {
  locale: string
  label: string
  show: string
  none: string
  items: readonly ComboItem[]
  /** Id of the chosen item; there always is one. */
  chosen: string
  choose(id: string): void
}

/** A searchable select: arrows and Enter choose, Escape restores the choice. */
export function Combo({ locale, label, show, none, items, chosen, choose }: ComboProps) {
  return (
    <I18nProvider locale={locale}>
      <ComboBox
        className="combo"
        aria-label={label}
        defaultItems={items}
        selectedKey={chosen}
        onSelectionChange={(id) => id !== null && choose(String(id))}
        allowsEmptyCollection
        menuTrigger="focus"
      >
        <div className="combo-field">
          <Input className="input" />
          <Button className="btn ghost sm icon-only" aria-label={show}>
            <ChevronDownIcon />
          </Button>
        </div>
        <Items none={none} />
      </ComboBox>
    </I18nProvider>
  )
}

interface SuggestProps {
  locale: string
  label: string
  none: string
  items: readonly ComboItem[]
  words: string
  type(words: string): void
}

/** A field with suggestions; other text is allowed. */
export function Suggest({ locale, label, none, items, words, type }: SuggestProps) {
  return (
    <I18nProvider locale={locale}>
      <ComboBox
        className="combo"
        aria-label={label}
        items={items}
        inputValue={words}
        onInputChange={type}
        onSelectionChange={(id) => {
          const item = items.find((one) => one.id === id)
          if (item) type(item.text)
        }}
        allowsCustomValue
      >
        <Input className="input" placeholder={label} />
        <OpensLate items={items} words={words} />
        <Items none={none} />
      </ComboBox>
    </I18nProvider>
  )
}

/** The library opens its list only during typing; these items arrive from the server later. */
function OpensLate({ items, words }: Pick<SuggestProps, 'items' | 'words'>) {
  // Null while the library collects its children.
  const state = useContext(ComboBoxStateContext)
  const known = useRef(items)
  useEffect(() => {
    if (known.current === items) return
    known.current = items
    const fit = words !== '' && items.length > 0 && !items.some(({ text }) => text === words)
    if (fit && state?.isFocused && !state.isOpen) state.open(null, 'input')
  })
  return null
}

function Items({ none }: { none: string }): ReactNode {
  return (
    <Popover className="popover combo-list" offset={4}>
      <ListBox className="options" renderEmptyState={() => <p className="hint">{none}</p>}>
        {({ id, text, detail }: ComboItem) => (
          <ListBoxItem id={id} textValue={text}>
            <bdi>{text}</bdi>
            {detail && <bdi className="sub">{detail}</bdi>}
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  )
}
