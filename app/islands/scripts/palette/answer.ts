export interface Item {
  id: string
  text: string
  /** Distinguishes items of equal text; '' for none. */
  detail: string
  /** A link, or a form to send, extended by `from`, the page to return to. */
  does: { href: string } | { post: string; fields: Record<string, string> }
}

export interface Group {
  id: string
  title: string
  items: Item[]
}

/** Only groups with items, best items first. */
export interface Answer {
  groups: Group[]
  summary: string
  words: Record<'label' | 'placeholder' | 'close' | 'failed' | 'keys', string>
}
