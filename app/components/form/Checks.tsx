import { CircleAlertIcon } from '~/app/components/icons'

interface ChecksProps {
  prefix: string
  legend: string
  boxes: { value: string; label: React.ReactNode; checked: boolean }[]
  hint?: string
  error?: string
}

export function Checks({ prefix, legend, boxes, hint, error }: ChecksProps) {
  const id = `${prefix}-error`
  return (
    <fieldset aria-describedby={error && id}>
      <legend className="label">{legend}</legend>
      {hint && <p className="hint">{hint}</p>}
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
