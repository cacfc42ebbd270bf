export interface Entry {
  label: string
  was: string
  now: string
}

/** Each label once, in the order of the fields. */
export const changedLabels = (entries: Entry[]) => [
  ...new Set(entries.filter(({ was, now }) => was !== now).map(({ label }) => label))
]

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Editable controls, without buttons and hidden fields. */
const CONTROLS =
  'input[name]:not([type=hidden], [type=submit], [type=button], [type=file]), textarea[name], select[name]'

/** Of the form's own controls, those that stand inside of it. */
export const controlsOf = (form: HTMLFormElement) =>
  [...form.querySelectorAll<Control>(CONTROLS)].filter((control) => control.form === form)

const BOXES = /^(checkbox|radio)$/

/** A value to compare: of boxes whether they are ticked, of texts with line feeds alone. */
export const shownIn = (control: Control) =>
  BOXES.test(control.type)
    ? String((control as HTMLInputElement).checked)
    : control.value.replace(/\r\n/g, '\n')

/** Value in the markup; what the browser restored after a reload is a change. */
export function givenOf(control: Control): string {
  if (BOXES.test(control.type)) return String((control as HTMLInputElement).defaultChecked)
  if (control instanceof HTMLSelectElement) {
    const options = [...control.options]
    return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value ?? ''
  }
  return control.defaultValue.replace(/\r\n/g, '\n')
}

export function labelOf(control: Control): string {
  const named = control.getAttribute('aria-labelledby')
  const label = named ? document.getElementById(named) : control.labels?.[0]
  return (label?.firstChild?.textContent ?? control.getAttribute('aria-label') ?? control.name).trim()
}
