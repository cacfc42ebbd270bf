import { SearchIcon } from '../icons'

interface SearchFieldProps {
  name: string
  label: string
  value: string
}

/** A search field, for a form with method GET. */
export function SearchField({ name, label, value }: SearchFieldProps) {
  return (
    <div className="search">
      <SearchIcon />
      <input
        className="input"
        type="search"
        name={name}
        defaultValue={value}
        placeholder={label}
        aria-label={label}
      />
    </div>
  )
}
