import { type MouseEvent, useCallback, useEffect, useMemo, useState } from 'react'
import { rawHtml } from '~/app/components/markdown/raw-html'
import { useText } from '~/app/i18n/text'
import { useNow } from '~/app/islands/runtime/clock'
import { Cached } from '~/app/rendering/cached'
import { useRenewal, useStanding } from '../news/use-standing'
import { useToasts } from '../news/use-toasts'
import { countsOf, sectionsOf } from './board/arrange'
import { BoardFilters } from './board/BoardFilters'
import { CARDS_ID, Cards, NoCards } from './board/Cards'
import { CategoryTabs } from './board/CategoryTabs'
import { useLocks } from './board/locks'
import { OwnPanel, OwnStrip, ownPropsOf } from './board/OwnPanel'
import { FrozenNote, PracticeNote, WriteupLink } from './board/Sides'
import { useCards } from './board/use-cards'
import { useOwnAnnouncement } from './board/use-own-announcement'
import { useBlocked } from './dialog/Blocked'
import { ChallengeDialog } from './dialog/ChallengeDialog'
import { FlagForm } from './dialog/FlagForm'
import { ListPart } from './dialog/Parts'
import { useFlags } from './dialog/use-flags'
import { useParts } from './dialog/use-parts'
import { useSheet } from './dialog/use-sheet'
import { useInstanceBox } from './instance/use-instance-box'
import { ChallengeKeys } from './keys/ChallengeKeys'
import { useBoardKeys } from './keys/use-board-keys'
import { useSolveMoment } from './moment'
import { Notices } from './news/Notices'
import { type ToastItem, Toasts } from './news/Toasts'
import { CachedPart, linkTo, PageProvider } from './page'
import { wonBy } from './play'
import type { ChallengesProps } from './props'
import { useFound } from './use-found'
import { useLive } from './use-live'
import { useQuery } from './use-query'
import { useNumber } from './words'

/** The address stays, because going back to it would move the focus away from the card. */
function skip(event: MouseEvent) {
  event.preventDefault()
  document.getElementById(CARDS_ID)?.focus()
}

const INERT = { inert: '' }
const NONE = {}
/** Milliseconds after which ages of notices are computed again. */
const TICK = 30_000

/** Limits of flags for the open challenge; practice has no deadline. */
const limitsOf = ({ sheet, load }: ReturnType<typeof useSheet>, practice: boolean) => ({
  attempts: sheet?.attempts ?? null,
  closesAt: (!practice && sheet?.closesAt) || null,
  onWrong: load
})

/** `behind`: own right answers that a frozen board does not show; those before the freeze are on it. */
function frozenBy(
  { freeze, practice, behind }: ChallengesProps,
  now: number,
  right: number[],
  won: ReadonlyMap<number, unknown>
) {
  const frozen = freeze !== null && now >= freeze
  if (!frozen || practice) return { frozen, behind }
  return { frozen, behind: [...behind, ...right.filter((id) => !won.has(id))] }
}

export function Challenges(props: ChallengesProps) {
  const { gameId, practice, start } = props
  const [division, setDivision] = useState(props.team.division)
  const team = useMemo(() => ({ ...props.team, division }), [props.team, division])
  const now = useNow(props.now, TICK)
  const { query, go } = useQuery(gameId, props.query)
  const t = useText()
  const toasts = useToasts<ToastItem>()
  const { show } = toasts
  const sheets = useSheet(gameId, query.open, props.sheet)
  const flags = useFlags(
    props,
    useCallback((submission) => show({ id: `u${submission}`, kind: 'unknown', submission }, null), [show])
  )
  const right = Object.entries(flags.results).flatMap(([id, { kind }]) =>
    kind === 'accepted' ? [Number(id)] : []
  )
  const wrong = Object.values(flags.results).filter(({ kind }) => kind === 'wrong').length
  const practised = practice ? [...props.practised, ...right] : []
  const instance = useInstanceBox({ props, sheet: sheets.sheet, accepted: right.length, show })
  const renew = useRenewal()
  const onStanding = useStanding({ status: 'Accepted', division: props.team.division }, (change) => {
    show({ id: 'standing', kind: 'standing', change }, null)
    setDivision(change.division)
    renew()
  })
  const { play, feed, live, claims, refresh } = useLive(
    { ...props, team },
    {
      ...instance.live,
      onVerdict: flags.onVerdict,
      onStanding,
      onSheet: () => query.open !== null && void sheets.load(query.open),
      onNotice(notice) {
        show({ id: `n${notice.id}`, kind: 'notice', notice })
        if (notice.type === 'NewHint') sheets.renew(notice.values[0] ?? '')
      }
    }
  )
  useEffect(() => {
    if (right.length > 0 && !practice) refresh(500)
  }, [right.length, practice, refresh])

  const { own, fresh } = play
  const won = useMemo(() => wonBy(own), [own])
  const { frozen, behind } = frozenBy(props, now, right, won)
  const { challenges, marks } = useLocks(play.challenges, won, practice ? null : behind)
  const counts = useMemo(() => countsOf(challenges, won), [challenges, won])
  const found = useFound(gameId, query, props.found, wrong)
  const sections = useMemo(() => sectionsOf(challenges, won, query, found), [challenges, won, query, found])
  const cards = useCards(sections, query.open)
  const page = useMemo(
    () => ({ gameId, start, query, playing: true, go, link: linkTo(gameId, go) }),
    [gameId, start, query, go]
  )
  const keys = useBoardKeys(page, counts, cards.move)
  const announcement = useOwnAnnouncement(own)
  const result = query.open === null ? null : (flags.results[query.open] ?? null)
  const opened = challenges.find(({ id }) => id === query.open)
  const blocked = useBlocked(opened, sheets)
  const solved = opened !== undefined && (won.has(opened.id) || behind.includes(opened.id))
  const moment = useSolveMoment(props, { play, open: query.open, results: flags.results, sheets, show })
  const parts = useParts(props, { query, result, solved: opened?.solved })
  const standing = ownPropsOf({ ...props, team }, play, useNumber(), now)
  const corner = (
    <>
      <Toasts toasts={toasts.toasts} notices={feed.notices} onDismiss={toasts.dismiss} />
      <p className="sr" aria-live="polite">
        {announcement}
      </p>
    </>
  )

  return (
    <PageProvider value={page}>
      <div className="board" {...(query.open === null ? {} : INERT)}>
        {sections.length > 0 && (
          <a className="skip" href={`#${CARDS_ID}`} onClick={skip}>
            {t('challenges:skip')}
          </a>
        )}
        <div className="board-side">
          {props.writeup && <WriteupLink gameId={gameId} />}
          <CachedPart name="categories" of={CategoryTabs} props={{ counts }} />
          <Cached of={ChallengeKeys} props={keys} />
        </div>
        <div className="board-main">
          <Cached name="strip" of={OwnStrip} {...standing} />
          {practice && <PracticeNote />}
          {frozen && <FrozenNote />}
          <CachedPart of={BoardFilters} props={NONE} />
          {props.labels && <div {...rawHtml(props.labels)} />}
          {sections.length > 0 && (
            <Cards
              {...{ sections, own, fresh, practised, behind, marks, claims }}
              running={!practice}
              stop={cards.stop}
            />
          )}
          <div role="status">{sections.length === 0 && <NoCards any={challenges.length > 0} />}</div>
        </div>
        <div className="rail stack-16">
          <Cached name="panel" of={OwnPanel} {...standing} />
          <CachedPart of={Notices} props={{ ...feed, now: Math.ceil(now / TICK) * TICK, live }} />
        </div>
      </div>
      {query.open === null ? (
        corner
      ) : (
        <ChallengeDialog
          key={query.open}
          challenge={opened}
          sheet={sheets.sheet}
          failed={sheets.failed}
          onRetry={() => sheets.load(query.open!)}
          {...{ bonus: props.bonus, hintRefused: props.hintRefused, now, solved }}
          list={<ListPart {...parts.list} teamId={team.id} now={now} />}
          instance={instance.box}
          moment={moment.dialog}
          foot={
            // A locked challenge takes no flag; the reason stands above.
            sheets.sheet === null && marks[query.open] !== undefined ? null : (
              <FlagForm
                challengeId={query.open}
                attempt={parts.attempt}
                challenge={opened}
                result={result}
                {...{
                  practice,
                  blocked,
                  bonus: props.bonus,
                  ...limitsOf(sheets, practice),
                  now
                }}
                practised={practised.includes(query.open)}
                behind={behind.includes(query.open)}
                typed={props.refused?.flag ?? ''}
                {...moment.form}
                onSubmit={(flag) => void flags.submit(query.open!, flag)}
              />
            )
          }
        >
          {corner}
        </ChallengeDialog>
      )}
    </PageProvider>
  )
}
