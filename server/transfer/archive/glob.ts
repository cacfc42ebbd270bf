function named(pattern: string, name: string): boolean {
  let at = 0
  let star = -1
  let from = 0
  for (let place = 0; place < name.length; ) {
    if (pattern[at] === '*') {
      star = at++
      from = place
    } else if (at < pattern.length && (pattern[at] === '?' || pattern[at] === name[place])) {
      at++
      place++
    } else if (star >= 0) {
      at = star + 1
      place = ++from
    } else return false
  }
  while (pattern[at] === '*') at++
  return at === pattern.length
}

/** `*`, `?`, and `**` over folders. Patterns are untrusted, so the effort is at most pattern × path length. */
export function matchesGlob(pattern: string[], path: string[]): boolean {
  // reached[n]: the pattern so far matches the first n parts of the path.
  let reached = [true, ...path.map(() => false)]
  for (const part of pattern) {
    const next = [part === '**' && reached[0]!]
    for (const [index, name] of path.entries())
      next.push(part === '**' ? reached[index + 1]! || next[index]! : reached[index]! && named(part, name))
    reached = next
  }
  return reached[path.length]!
}
