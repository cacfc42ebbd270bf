import { redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Main } from '~/app/components/shell/Main'
import { useText } from '~/app/i18n/text'
import { ownPath } from '~/app/request/errors'
import { LANGUAGES, languageOf, translationOf } from '~/app/request/language'
import { page } from '~/app/request/page'
import { sentForm } from '~/app/request/sent-form'
import { helpLinksOf } from '~/app/routes/system/help'
import { languageCookie } from '~/server/platform/network/cookies'

const ENGLISH = 'en-US'

/** Confirmation before an incomplete translation is chosen (docs/rules/interface.md#languages). */
export const loader = page(async ({ url, t, translator, helpLinks }) => {
  const language = languageOf(url.searchParams.get('to'))
  const from = ownPath(url.searchParams.get('from'))
  if (!language) throw redirect(from)
  const translation = translationOf(language, translator.incomplete)
  if (translation === 'complete') throw redirect(from)
  const title = t(`shell:${translation}.title`)
  const { name } = LANGUAGES[language]
  return { title, language, name, translation, from, english: ENGLISH, links: await helpLinksOf(helpLinks) }
})

export const action = page(async (args) => {
  const form = await sentForm(args)
  const from = ownPath(String(form.get('from') ?? ''))
  const language = languageOf(String(form.get('language') ?? ''))
  if (!language) return redirect(from, 303)
  const isComplete = translationOf(language, args.translator.incomplete) === 'complete'
  const sure = form.get('confirmed') !== null || isComplete
  if (!sure) return redirect(`/language?to=${language}&from=${encodeURIComponent(from)}`, 303)
  return redirect(from, { status: 303, headers: { 'Set-Cookie': languageCookie(language) } })
})

export default function Language() {
  const { title, language, name, translation, from, english, links } = useLoaderData<typeof loader>()
  const t = useText()
  return (
    <Main className="narrow">
      <form className="panel ask" method="post" action="/language">
        <input type="hidden" name="from" value={from} />
        <input type="hidden" name="confirmed" value="yes" />
        <header>
          <h1 id="ask">{title}</h1>
        </header>
        <div className="panel-body stack">
          <p lang={language}>
            <strong>{name}</strong>
          </p>
          <p>{t(`shell:${translation}.text`)}</p>
          <p className="muted small row-tight">
            {t('shell:translation.help')}
            <a className="link" href={links.issues}>
              {t('shell:translation.issues')}
            </a>
            <a className="link" href={links.translation}>
              {t('shell:translation.platform')}
            </a>
          </p>
        </div>
        <footer>
          <button type="submit" className="btn" name="language" value={english}>
            {t('shell:translation.english')}
          </button>
          <button type="submit" className="btn primary" name="language" value={language}>
            {t('common:confirm')}
          </button>
        </footer>
      </form>
    </Main>
  )
}
