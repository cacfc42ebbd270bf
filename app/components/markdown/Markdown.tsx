import { rawHtml } from './raw-html'

/** Prose from `markdown()`; the loader made and sanitised it. */
export function Markdown({ html, large }: { html: string; large?: boolean }) {
  return <div className={large ? 'prose prose-lg' : 'prose'} {...rawHtml(html)} />
}
