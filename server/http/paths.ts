/** A value and what its path's parameters stand for. */
export interface Found<T> {
  value: T
  params: Record<string, string | undefined>
}

/** Finds the value of a path, ignoring case; literals win over parameters, and those over `*`. Null for none. */
export type Find<T> = (path: string) => Found<T> | null

/** What can follow the segments walked so far. */
interface Step<T> {
  literals: Map<string, Step<T>>
  parameter: Step<T> | null
  /** Takes all that is left. */
  rest: Target<T> | null
  here: Target<T> | null
}

interface Target<T> {
  value: T
  /** Of its parameters, from left to right. */
  names: string[]
}

const newStep = <T>(): Step<T> => ({ literals: new Map(), parameter: null, rest: null, here: null })

function nextStep<T>(step: Step<T>, segment: string): Step<T> {
  if (segment.startsWith(':')) {
    step.parameter ??= newStep()
    return step.parameter
  }
  const name = segment.toLowerCase()
  const known = step.literals.get(name)
  if (known) return known
  const fresh = newStep<T>()
  step.literals.set(name, fresh)
  return fresh
}

/** The target of `segments` from the i-th on; what parameters took is left in `values`. */
function walk<T>(step: Step<T>, segments: string[], i: number, values: string[]): Target<T> | null {
  if (i === segments.length) return step.here ?? step.rest
  const segment = segments[i]!
  const literal = step.literals.get(segment.toLowerCase())
  const found = literal && walk(literal, segments, i + 1, values)
  if (found) return found
  if (step.parameter && segment) {
    const taken = values.push(segment)
    const target = walk(step.parameter, segments, i + 1, values)
    if (target) return target
    values.length = taken - 1
  }
  if (step.rest) values.push(segments.slice(i).join('/'))
  return step.rest
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/**
 * A finder over paths as routes write them, without the first slash: `api/team/:id`, `api/*`. A request costs its own
 * segments, however many routes there are.
 */
export function pathFinder<T>(routes: Iterable<[path: string, value: T]>): Find<T> {
  const root = newStep<T>()
  for (const [path, value] of routes) {
    const segments = path.split('/')
    const names = segments.filter((segment) => /^[:*]/.test(segment)).map((name) => name.slice(1) || '*')
    const splat = segments.at(-1) === '*'
    const end = (splat ? segments.slice(0, -1) : segments).reduce(nextStep, root)
    end[splat ? 'rest' : 'here'] = { value, names }
  }
  return (given) => {
    const path = given.length > 1 && given.endsWith('/') ? given.slice(0, -1) : given
    const segments = path.includes('%') ? path.split('/').map(decoded) : path.split('/')
    const values: string[] = []
    const target = walk(root, segments, 1, values)
    if (!target) return null
    const params: Found<T>['params'] = {}
    target.names.forEach((name, i) => {
      params[name] = values[i] ?? ''
    })
    return { value: target.value, params }
  }
}
