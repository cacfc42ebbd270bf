import { rawHtml } from './raw-html'

export function Markdown({ html, large }: { html: string; large?: boolean }) {
  return <div className={large ? 'prose prose-lg' : 'prose'} {...rawHtml(html)} />
}
