import { CircleAlertIcon } from '~/app/components/icons'

interface ChecksProps {
  /** Begins the names of the boxes, which are `{prefix}_{value}`. */
  prefix: string
  legend: string
  boxes: { value: string; label: React.ReactNode; checked: boolean }[]
  /** Why the choice was refused. */
  error?: string
}

/** A choice of any number of things, with the reason why it was refused. */
export function Checks({ prefix, legend, boxes, error }: ChecksProps) {
  const id = `${prefix}-error`
  return (
    <fieldset aria-describedby={error && id}>
      <legend className="label">{legend}</legend>
      <div className="scope-pick">
        {boxes.map(({ value, label, checked }) => (
          <label key={value} className="check">
            <input type="checkbox" name={`${prefix}_${value}`} defaultChecked={checked} />
            <span>{label}</span>
          </label>
        ))}
      </div>
      {error && (
        <span className="field-error" id={id}>
          <CircleAlertIcon />
          {error}
        </span>
      )}
    </fieldset>
  )
}
