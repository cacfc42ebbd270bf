/** The boxes by which rows of this page are chosen, in their order; they belong to the form of this id. */
export const boxesOf = (form: string): HTMLInputElement[] => [
  ...document.querySelectorAll<HTMLInputElement>(`input[type=checkbox][name="ids[]"][form="${form}"]`)
]

/** Places from one row to another, whichever comes first. */
export function between(from: number, to: number): number[] {
  const [first, last] = from < to ? [from, to] : [to, from]
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}
