import { escapeHtml } from '~/server/platform/text'

/** Forms in the HTML below a challenge's text. */
type Intent = 'claim' | 'feedback'

/** Where the page puts why it refused a form; texts of challenges have no comments. */
export const refusalMark = (intent: Intent): string => `<!--${intent} refused-->`

/** The text of a challenge whose form was refused. */
export const withRefusal = (html: string, intent: Intent, message: string): string =>
  html.replace(refusalMark(intent), () => `<p class="bad" role="alert">${escapeHtml(message)}</p>`)
