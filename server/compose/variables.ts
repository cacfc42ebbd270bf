import { PLACEHOLDERS, type Placeholder } from './contract'

const DOLLAR = /\$(?:(\$)|([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\}|\{[^}]*\}?|[^\s$]?)/g

const isOurs = (name: string | undefined): name is Placeholder => PLACEHOLDERS.some((known) => known === name)

interface Dollars {
  /** Placeholders as `${NAME}`, other dollars as `$$`. */
  written: string
  plain: string
  placeholders: Placeholder[]
  unknown: string | null
}

/**
 * `plain` keeps variables as they were written; `unknown` is the first that is no placeholder of ours, null when there
 * is none.
 */
export function dollarsOf(text: string): Dollars {
  const placeholders: Placeholder[] = []
  let unknown: string | null = null
  const written = text.replace(DOLLAR, (whole, twice?: string, bare?: string, braced?: string) => {
    if (twice) return '$$'
    const name = bare ?? braced
    if (!isOurs(name)) {
      unknown ??= whole.slice(0, 60)
      return '$$'
    }
    placeholders.push(name)
    return `\${${name}}`
  })
  return { written, plain: text.replace(/\$\$/g, '$'), placeholders, unknown }
}

/** Fills in placeholders, and `$$` as a dollar, in one pass, so that values are not parsed again. */
export function filledIn(value: string, values: Record<Placeholder, string>): string {
  return value.replace(/\$(?:(\$)|\{(\w+)\})/g, (whole, twice?: string, name?: string) =>
    twice ? '$' : isOurs(name) ? values[name] : whole
  )
}
