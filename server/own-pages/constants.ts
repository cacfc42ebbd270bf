/** Characters, but `pages` and `position` (docs/rules/appearance.md#pages). */
export const OWN_PAGE_LIMITS = { pages: 50, address: 40, title: 80, text: 65_536, position: 999 } as const
