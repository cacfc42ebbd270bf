import { PLACEHOLDERS, type Placeholder } from './contract'

/** `$$`, `$NAME`, `${NAME}`, and every other dollar. */
const DOLLAR = /\$(?:(\$)|([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\}|\{[^}]*\}?|[^\s$]?)/g

const isOurs = (name: string | undefined): name is Placeholder => PLACEHOLDERS.some((known) => known === name)

/** What the dollars of a text mean. */
export interface Dollars {
  /** With every placeholder as `${NAME}` and every other dollar as `$$`. */
  written: string
  /** With `$$` as one dollar. */
  plain: string
  placeholders: Placeholder[]
  /** The first one that is neither; null when there is none. */
  unknown: string | null
}

/** Reads the variables of a text as compose does; those that the platform does not fill in are `unknown`. */
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

/**
 * A value of an environment with its placeholders filled in and `$$` as one dollar. In one pass: what is filled in is
 * not looked at again.
 */
export function filledIn(value: string, values: Record<Placeholder, string>): string {
  return value.replace(/\$(?:(\$)|\{(\w+)\})/g, (whole, twice?: string, name?: string) =>
    twice ? '$' : isOurs(name) ? values[name] : whole
  )
}
