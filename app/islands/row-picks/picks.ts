export const boxesOf = (form: string): HTMLInputElement[] => [
  ...document.querySelectorAll<HTMLInputElement>(`input[type=checkbox][name="ids[]"][form="${form}"]`)
]

/** Indexes between two rows, in order. */
export function between(from: number, to: number): number[] {
  const [first, last] = from < to ? [from, to] : [to, from]
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}
