interface FilterSelectProps {
  name: string
  label: string
  /** The choice that filters nothing. */
  all: string
  /** The choice made; null or absent = all. */
  value?: string | number | null
  options: { value: string | number; text: string }[]
}

/** One of a list by which a table is filtered; goes with the form it stands in. */
export function FilterSelect({ name, label, all, value, options }: FilterSelectProps) {
  return (
    <select className="select" name={name} aria-label={label} defaultValue={value ?? ''}>
      <option value="">{all}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.text}
        </option>
      ))}
    </select>
  )
}
