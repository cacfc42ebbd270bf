import { useLoaderData } from '@remix-run/react'
import { EmptyState } from '~/app/components/EmptyState'
import { Panel } from '~/app/components/Panel'
import { ListFoot } from '~/app/components/table/ListFoot'
import { useText } from '~/app/i18n/text'
import { page } from '~/app/request/page'
import { pageFrom } from '~/app/request/paging'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import correctionStyles from '~/app/styles/patterns/corrections.css?url'
import whatIfStyles from '~/app/styles/patterns/what-if.css?url'
import { BOARD_ROWS, type WhatIfView } from '~/server/what-if/contract'
import { AdminFrame } from '../../AdminFrame'
import { GameHead } from '../GameHead'
import { loadGameHead } from '../head'
import { Board, Movers, RankChanges, WhatIfBloods } from './Boards'
import { chosenOf, refused } from './chosen'
import { RulesForm } from './RulesForm'

export const links = () =>
  [adminStyles, correctionStyles, whatIfStyles].map((href) => ({ rel: 'stylesheet', href }))

/** The board beside the board under chosen rules (docs/rules/what-if.md). */
export const loader = page('corrections', async (args) => {
  const { services, ctx, url, t } = args
  const { game, heading } = await loadGameHead(args)
  const [challenges, teams, chosen] = await Promise.all([
    services.corrections.challenges(ctx, game.id),
    services.corrections.teams(ctx, game.id),
    chosenOf(args, game.id)
  ])
  const frame = {
    title: `${t('whatif:title')} · ${game.title}`,
    heading,
    challenges,
    teams,
    ticked: chosen.ticked
  }
  const { choices, state } = chosen
  if (!choices) return { ...frame, state, result: null }
  try {
    let view: WhatIfView | null = null
    const { rows: _, ...place } = await pageFrom(url.searchParams.get('page'), BOARD_ROWS, async (part) => {
      view = await services.whatIfs.compare(ctx, game.id, choices, part)
      const longer = view.before.length > view.after.length ? view.before : view.after
      return { data: longer, total: Math.max(view.teams.before, view.teams.after) }
    })
    return { ...frame, state, result: { view: view as WhatIfView | null, place } }
  } catch (error) {
    return { ...frame, state: refused(error, url.searchParams, t), result: null }
  }
})

type Shown = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['result']>

function Result({ result: { view, place } }: { result: Shown }) {
  const t = useText()
  if (!view || place.total === 0) return <EmptyState title={t('whatif:nobody')} />
  return (
    <>
      {view.same && <p className="hint">{t('whatif:same')}</p>}
      <RankChanges view={view} />
      <div className="two-boards">
        <Board rows={view.before} side="before" />
        <Board rows={view.after} side="after" />
      </div>
      <ListFoot place={place} label="corrections:place" />
      <div className="two-boards">
        <Movers rows={view.climbers} way="climbers" />
        <Movers rows={view.fallers} way="fallers" />
      </div>
      <WhatIfBloods view={view} />
    </>
  )
}

export default function WhatIfPage() {
  const { heading, challenges, teams, ticked, state, result } = useLoaderData<typeof loader>()
  const t = useText()
  const base = `/admin/games/${heading.id}`
  const title = t('whatif:title')
  return (
    <AdminFrame>
      <GameHead
        heading={heading}
        tab="Corrections"
        title={title}
        badges={<span className="sub">{t('whatif:sub')}</span>}
        crumbs={[{ href: `${base}/Corrections`, text: t('corrections:title') }, { text: title }]}
      />
      <div className="correct what-if">
        <Panel title={t('whatif:rules')}>
          <RulesForm {...{ challenges, teams, ticked, state }} action={`${base}/WhatIf`} />
        </Panel>
        <div className="stack-16">{result && <Result result={result} />}</div>
      </div>
    </AdminFrame>
  )
}
