const IMAGE = /<img\b[^>]*>/gi
const attribute = (tag: string, name: string): string | null =>
  new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(tag)?.[1] ?? null

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&quot;': '"',
  '&#39;': "'",
  '&lt;': '<',
  '&gt;': '>'
}
const plain = (text: string) => text.replace(/&(?:amp|quot|#39|lt|gt);/g, (entity) => ENTITIES[entity]!)

export interface Pictures {
  /** Number of images without a text alternative. */
  nameless: number
  /** Paths of this platform, each once. */
  own: string[]
}

/** Pictures of a rendered statement. The renderer wrote the HTML, so tags are regular. */
export function picturesOf(html: string): Pictures {
  const tags = html.match(IMAGE) ?? []
  const sources = tags.map((tag) => plain(attribute(tag, 'src') ?? ''))
  return {
    nameless: tags.filter((tag) => (attribute(tag, 'alt') ?? '').trim() === '').length,
    own: [...new Set(sources.filter((source) => /^\/(?!\/)/.test(source)))]
  }
}
