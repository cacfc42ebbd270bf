/**
 * The one door for markup that React does not make: sanitised Markdown and rendered islands.
 * Spread it: `<div {...rawHtml(markup)} />`. Never hand it anything a person typed.
 */
export const rawHtml = (markup: string) => ({ dangerouslySetInnerHTML: { __html: markup } })
