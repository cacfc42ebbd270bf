import { SearchIcon } from '../icons'

interface SearchFieldProps {
  name: string
  label: string
  value: string
}

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
