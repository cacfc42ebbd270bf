import { SearchIcon } from '../icons'

interface SearchFieldProps {
  /** Name in the query. */
  name: string
  label: string
  value: string
}

/** A field to look for something; belongs into a form that asks by GET. */
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
