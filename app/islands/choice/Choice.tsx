import { useRef, useState } from 'react'
import { useLocale, useText } from '~/app/i18n/text'
import { useWidget, write } from '~/app/ui/use-widget'

export interface ChoiceProps {
  name: string
  label: string
  all: string
  /** Null or absent: all. */
  value?: string | number | null
  options: readonly { value: string | number; text: string }[]
}

export function Choice({ name, label, all, value, options }: ChoiceProps) {
  const { place, widget } = useWidget(() => import('~/app/ui/Combo'))
  const select = useRef<HTMLSelectElement>(null)
  return (
    <div className="choice-field" {...place}>
      <select
        className="select"
        name={name}
        aria-label={label}
        defaultValue={value ?? ''}
        ref={select}
        hidden={widget !== null}
      >
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
      {widget && <Searched Combo={widget.Combo} select={select} {...{ label, all, options }} />}
    </div>
  )
}

interface SearchedProps extends Pick<ChoiceProps, 'label' | 'all' | 'options'> {
  Combo: typeof import('~/app/ui/Combo').Combo
  select: React.RefObject<HTMLSelectElement>
}

/** Key of "all", because a key must not be empty. */
const ALL = 'all'
const idOf = (value: string | undefined) => (value ? `=${value}` : ALL)

function Searched({ Combo, select, label, all, options }: SearchedProps) {
  const t = useText()
  const locale = useLocale()
  const [chosen, setChosen] = useState(() => idOf(select.current?.value))
  return (
    <Combo
      {...{ locale, label, chosen }}
      show={t('widgets:show')}
      none={t('widgets:none')}
      items={[{ id: ALL, text: all }, ...options.map(({ value, text }) => ({ id: `=${value}`, text }))]}
      choose={(id) => {
        setChosen(id)
        if (select.current) write(select.current, id === ALL ? '' : id.slice(1))
      }}
    />
  )
}
