import { redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { GameBar } from '~/app/components/game/GameBar'
import { Markdown } from '~/app/components/markdown/Markdown'
import { Main } from '~/app/components/shell/Main'
import { useText } from '~/app/i18n/text'
import { redirectWith } from '~/app/request/flash'
import { forms, oneForm } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import { page } from '~/app/request/page'
import styles from '~/app/styles/patterns/game.css?url'
import { FILE_LIMITS, uploadField } from '~/server/assets/contract'
import { GameNews } from '../GameNews'
import { Barred } from './Barred'
import { HandIn } from './HandIn'
import { writeupView } from './writeup-view'

export const links = () => [{ rel: 'stylesheet', href: styles }]

export const loader = page('User', async (args) => {
  const { services, ctx, params, t } = args
  const view = await services.games.one(ctx, idOf(params.id))
  const { content, ...game } = view
  return {
    title: `${t('writeup:title')} · ${game.title}`,
    game,
    view: await writeupView(args, view),
    now: ctx.now.getTime()
  }
})

export const action = forms({
  '': oneForm({
    role: 'User',
    schema: z.object({ file: uploadField }),
    files: { files: 1, fileSize: FILE_LIMITS.writeup },
    fields: { 'file.empty': 'file', 'file.too_large': 'file', 'file.not_pdf': 'file' },
    async run({ services, ctx, params, input }) {
      const id = idOf(params.id)
      await services.writeups.submit(ctx, id, input.file)
      return redirectWith(`/games/${id}/Writeup`, { tone: 'ok', key: 'writeup:done' })
    }
  }),
  consent: oneForm({
    role: 'User',
    schema: z.object({ consent: z.string().default('') }),
    async run({ services, ctx, params, input: { consent } }) {
      const id = idOf(params.id)
      await services.writeups.consent(ctx, id, consent !== '')
      return redirect(`/games/${id}/Writeup`, 303)
    }
  })
})

export default function Writeup() {
  const { game, view, now } = useLoaderData<typeof loader>()
  const t = useText()
  return (
    <>
      <GameBar game={game} current="writeup" now={now} />
      <Main>
        <div className="page-head">
          <h1>{t('writeup:title')}</h1>
        </div>
        {view.kind === 'open' ? (
          <div className="split writeup">
            <section aria-labelledby="instructions">
              <h2 id="instructions" className="sr">
                {t('writeup:instructions')}
              </h2>
              {view.note ? <Markdown html={view.note} /> : <p className="muted">{t('writeup:no_note')}</p>}
            </section>
            <aside aria-label={t('writeup:own')}>
              <HandIn gameId={game.id} view={view} now={now} />
            </aside>
          </div>
        ) : (
          <Barred game={game} view={view} now={now} />
        )}
        <GameNews game={game} now={now} />
      </Main>
    </>
  )
}
