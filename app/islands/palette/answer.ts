/** What the search page and the command palette show. Items are in the order of their worth. */
export interface Item {
  /** Unlike that of any other item of the answer. */
  id: string
  text: string
  /** Tells items of the same text apart; '' for none. */
  detail: string
  /** Where it leads; or the form that it sends, to which `from`, the page to come back to, is added. */
  does: { href: string } | { post: string; fields: Record<string, string> }
}

export interface Group {
  id: string
  title: string
  items: Item[]
}

/** Groups that have something. */
export interface Answer {
  groups: Group[]
  /** What became of it, in words. */
  summary: string
  words: Record<'label' | 'placeholder' | 'close' | 'failed' | 'keys', string>
}
