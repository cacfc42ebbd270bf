interface FilterSelectProps {
  name: string
  label: string
  all: string
  /** Null or absent: all. */
  value?: string | number | null
  options: { value: string | number; text: string }[]
}

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
