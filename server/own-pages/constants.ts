/** Characters, but `pages`, `navigation` (pages linked there) and `position` (docs/rules/appearance.md#pages). */
export const OWN_PAGE_LIMITS = {
  pages: 50,
  navigation: 4,
  address: 40,
  title: 80,
  text: 65_536,
  position: 999
} as const

/** Where every page links to a published page; `none`: only its address and search lead to it. */
export const OWN_PAGE_LINKS = ['navigation', 'footer', 'none'] as const
export type OwnPageLinkPlace = (typeof OWN_PAGE_LINKS)[number]
