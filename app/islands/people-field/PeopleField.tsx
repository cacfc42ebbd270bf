import { useEffect, useRef, useState } from 'react'
import { SearchIcon } from '~/app/components/icons'
import { useLocale, useText } from '~/app/i18n/text'
import type { ComboItem } from '~/app/ui/Combo'
import { useWidget, write } from '~/app/ui/use-widget'
import { postJson } from '../runtime/calls'

interface PeopleFieldProps {
  name: string
  label: string
  value: string
}

export function PeopleField({ name, label, value }: PeopleFieldProps) {
  const { place, widget } = useWidget(() => import('~/app/ui/Combo'))
  const field = useRef<HTMLInputElement>(null)
  return (
    <div className="search" {...place}>
      <SearchIcon />
      <input
        className="input"
        type="search"
        name={name}
        defaultValue={value}
        placeholder={label}
        aria-label={label}
        ref={field}
        hidden={widget !== null}
      />
      {widget && <Offered Suggest={widget.Suggest} {...{ field, label }} />}
    </div>
  )
}

interface OfferedProps extends Pick<PeopleFieldProps, 'label'> {
  Suggest: typeof import('~/app/ui/Combo').Suggest
  field: React.RefObject<HTMLInputElement>
}

const DEBOUNCE_MS = 150

function Offered({ Suggest, field, label }: OfferedProps) {
  const t = useText()
  const locale = useLocale()
  const [words, setWords] = useState(() => field.current?.value ?? '')
  const items = useNames(words)
  useEffect(() => {
    if (field.current) write(field.current, words)
  }, [field, words])
  return <Suggest {...{ locale, label, items, words }} none={t('widgets:none')} type={setWords} />
}

interface Answer {
  data: { id: string; userName: string | null; realName: string | null }[]
}

/** Matching accounts; none without words, or when the request fails. */
function useNames(words: string): ComboItem[] {
  const [items, setItems] = useState<ComboItem[]>([])
  useEffect(() => {
    let late = false
    const fetchNames = () => {
      if (words.trim() === '') return setItems([])
      postJson<Answer>(`/api/admin/users/search?hint=${encodeURIComponent(words.trim())}`, {}).then(
        ({ data }) =>
          late ||
          setItems(
            data.map(({ id, userName, realName }) => ({ id, text: userName ?? '', detail: realName ?? '' }))
          ),
        () => late || setItems([])
      )
    }
    const timer = setTimeout(fetchNames, DEBOUNCE_MS)
    return () => {
      late = true
      clearTimeout(timer)
    }
  }, [words])
  return items
}
