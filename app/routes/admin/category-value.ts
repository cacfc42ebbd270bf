/** The value of a game's own category in a form's `category`, beside the names of the thirteen. */
export const ownCategoryValue = (id: number) => `own:${id}`

/** What a form's `category` asks for, in the members of the edit calls. */
export function categoryIn(value: string): { category?: string; customCategoryId: number | null } {
  const own = /^own:(\d{1,10})$/.exec(value)
  return own ? { customCategoryId: Number(own[1]) } : { category: value, customCategoryId: null }
}
