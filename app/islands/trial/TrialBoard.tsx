import { useCallback, useMemo } from 'react'
import { Banner } from '~/app/components/Banner'
import { rawHtml } from '~/app/components/markdown/raw-html'
import { useText } from '~/app/i18n/text'
import { countsOf, sectionsOf } from '../challenges/board/arrange'
import { BoardFilters } from '../challenges/board/BoardFilters'
import { Cards, NoCards } from '../challenges/board/Cards'
import { CategoryTabs } from '../challenges/board/CategoryTabs'
import { useCards } from '../challenges/board/use-cards'
import { ChallengeDialog } from '../challenges/dialog/ChallengeDialog'
import { linkTo, PageProvider } from '../challenges/page'
import { hrefOf, type Query } from '../challenges/query'
import { useQuery } from '../challenges/use-query'
import { ContainerTest } from '../container-test/ContainerTest'
import { Legend } from './Legend'
import type { TrialProps } from './props'
import { TrialForm } from './TrialForm'
import { markText } from './words'

const INERT = { inert: '' }
const NOTHING = new Map<number, number>()
const none = () => {}

export function TrialBoard(props: TrialProps) {
  const { gameId, start, running, challenges, marks, sheet, now } = props
  const t = useText()
  const { query, go: filter } = useQuery(gameId, props.query)
  // Always fetches the challenge, so that organisers see edits at once.
  const go = useCallback(
    (next: Query) => (next.open === query.open ? filter(next) : location.assign(hrefOf(gameId, next))),
    [gameId, query.open, filter]
  )
  const counts = useMemo(() => countsOf(challenges, NOTHING), [challenges])
  const sections = useMemo(() => sectionsOf(challenges, NOTHING, query, null), [challenges, query])
  const { stop } = useCards(sections, query.open)
  const page = useMemo(
    () => ({ gameId, start, query, playing: false, go, link: linkTo(gameId, go) }),
    [gameId, start, query, go]
  )
  const texts = useMemo(
    () => Object.fromEntries(Object.entries(marks).map(([id, mark]) => [id, markText(t, mark)])),
    [marks, t]
  )
  return (
    <PageProvider value={page}>
      <div className="board" {...(query.open === null ? {} : INERT)}>
        <div className="board-side">
          <CategoryTabs counts={counts} />
        </div>
        <div className="board-main">
          <Banner title={t('trial:title')} announce={false}>
            {t(props.tries ? 'trial:text' : 'trial:read')}
          </Banner>
          <BoardFilters />
          {props.labels && <div {...rawHtml(props.labels)} />}
          {sections.length > 0 && (
            <Cards
              sections={sections}
              own={null}
              fresh={[]}
              practised={[]}
              behind={[]}
              running={running}
              stop={stop}
              marks={texts}
            />
          )}
          <div role="status">{sections.length === 0 && <NoCards any={challenges.length > 0} />}</div>
        </div>
        <div className="rail stack-16">
          <Legend gameId={gameId} tries={props.tries} challenges={challenges} marks={marks} />
        </div>
      </div>
      {query.open !== null && sheet?.id === query.open && (
        <ChallengeDialog
          challenge={challenges.find(({ id }) => id === query.open)}
          sheet={sheet}
          failed={null}
          onRetry={none}
          bonus={props.bonus}
          now={now}
          list={null}
          moment={null}
          instance={props.test && <ContainerTest {...props.test} />}
          foot={
            props.tries ? (
              <TrialForm {...props} challengeId={query.open} mark={texts[query.open] ?? null} />
            ) : (
              texts[query.open] && <p className="hint">{texts[query.open]}</p>
            )
          }
        >
          {props.test && (
            <form id={props.test.form} method="post" action={hrefOf(gameId, query)} hidden>
              <input type="hidden" name="challengeId" value={query.open} />
            </form>
          )}
        </ChallengeDialog>
      )}
    </PageProvider>
  )
}
