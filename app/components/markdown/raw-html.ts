/**
 * The only place that prints raw HTML: sanitised Markdown and rendered islands, never what a person typed.
 */
export const rawHtml = (markup: string) => ({ dangerouslySetInnerHTML: { __html: markup } })
