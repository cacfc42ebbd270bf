import { type ReactNode, useId } from 'react'
import type { FormState } from '~/app/request/forms'

interface Choice {
  value: string
  label: string
  hint?: ReactNode
}

interface ChoicesProps {
  name: string
  legend: string
  options: readonly Choice[]
  value: string
  state: FormState | null
  /** Fields of a choice; `.if-<value>` shows only beside it. */
  children?: ReactNode
}

export function Choices({ name, legend, options, value, state, children }: ChoicesProps) {
  const id = useId()
  const chosen = state?.values[name] ?? value
  return (
    <fieldset className="choices">
      <legend className="label">{legend}</legend>
      <div className="choice-row">
        {options.map((option) => (
          <label className="choice" key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              defaultChecked={option.value === chosen}
              aria-labelledby={`${id}${option.value}`}
              aria-describedby={option.hint ? `${id}${option.value}h` : undefined}
            />
            <span>
              <b id={`${id}${option.value}`}>{option.label}</b>
              {option.hint && (
                <span className="hint" id={`${id}${option.value}h`}>
                  {option.hint}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
      {children}
    </fieldset>
  )
}
