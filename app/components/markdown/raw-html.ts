/**
 * The only place that prints raw HTML, as `<div {...rawHtml(markup)} />`: sanitised Markdown and rendered
 * islands. Never what a person typed.
 */
export const rawHtml = (markup: string) => ({ dangerouslySetInnerHTML: { __html: markup } })
