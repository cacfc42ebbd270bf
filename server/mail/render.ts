import type { Translator } from '~/server/platform/i18n'
import { escapeHtml } from '~/server/platform/text'
import { minuteText } from '~/server/platform/time'
import type { MailMessage } from './contract'

export interface Rendered {
  subject: string
  text: string
  html: string
}

const STYLE = {
  page: 'margin:0;padding:32px 16px;background:#eef2f4;font-family:Arial,Helvetica,sans-serif;color:#14232b',
  card: 'max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border-radius:8px',
  title: 'margin:0 0 16px;font-size:20px;line-height:28px',
  text: 'margin:0 0 16px;font-size:15px;line-height:24px',
  button:
    'display:inline-block;padding:12px 24px;border-radius:6px;background:#0b6e69;color:#ffffff;font-size:15px;text-decoration:none',
  small: 'margin:0 0 8px;font-size:13px;line-height:20px;color:#51636d;overflow-wrap:anywhere'
}

const line = (style: string, content: string) => `<p style="${style}">${content}</p>`

/** `2026-11-20 16:33 UTC` */
const utc = (time: Date) => `${minuteText(time)} UTC`

/** Text and HTML in its language (docs/rules/accounts.md#mails). */
export function render(message: MailMessage, platform: string, translator: Translator, now: Date): Rendered {
  const { kind, locale, userName, to, link, letter, caseNews, staffInvitation } = message
  const t = translator.textOf(locale)
  const values = {
    ...{ userName, platform, email: to, time: utc(now), title: letter?.title },
    game: letter?.game ?? caseNews?.game ?? staffInvitation?.game,
    news: caseNews && t(`cases:news.${caseNews.kind}`),
    ...(staffInvitation && {
      role: t(`staff:role.${staffInvitation.role}`),
      by: staffInvitation.by,
      until: utc(staffInvitation.until)
    })
  }
  const title = t(`mail:${kind}.title`, values)
  const said = letter ? [letter.text] : []
  const greeting = staffInvitation ? [] : [t('mail:greeting', values)]
  const before = [...greeting, t(`mail:${kind}.text`, values), ...said]
  const after = t(`mail:${kind}.otherwise`, values)
  const foot = t('mail:foot', values)
  const text = [title, ...before, ...(link ? [link] : []), after, `-- \n${foot}`].join('\n\n')

  const button = () => [
    line(
      STYLE.text,
      `<a href="${escapeHtml(link!)}" style="${STYLE.button}">${escapeHtml(t(`mail:${kind}.button`))}</a>`
    ),
    line(STYLE.small, `${escapeHtml(t('mail:copy'))}<br>${escapeHtml(link!)}`)
  ]
  const body = [
    `<h1 style="${STYLE.title}">${escapeHtml(title)}</h1>`,
    ...before.map((one) => line(STYLE.text, escapeHtml(one).replaceAll('\n', '<br>'))),
    ...(link ? button() : []),
    line(STYLE.text, escapeHtml(after)),
    line(STYLE.small, escapeHtml(foot))
  ].join('\n')
  const html = `<!doctype html>
<html lang="${locale.toLowerCase()}">
<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body style="${STYLE.page}">
<div style="${STYLE.card}">
${body}
</div>
</body>
</html>
`
  return { subject: `${title} - ${platform}`, text: `${text}\n`, html }
}
