/** The form in which user names and addresses are compared: NFKC, case folded (bug-classes.md 15). */
export function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().normalize('NFKC')
}
