import { z } from 'zod'
import { posterWord } from '~/app/components/game/Poster'
import { formatOf } from '~/app/i18n/format'
import type { HalyardContext } from '~/app/request/context'
import type { TeamCourse } from '~/scoring'
import type { TeamCardFacts } from '~/server/cards'
import { announcedEnd, frozenSince, type GameFacts, gamePhase } from '~/server/games/contract'
import { notFound } from '~/server/platform/errors'
import { LOCALES, type Locale } from '~/server/platform/locales'
import { idParam } from '~/server/platform/wire'

type Args = Pick<HalyardContext, 'services' | 'ctx' | 'translator'>

export const ofTeam = z.object({ id: idParam, teamId: idParam })

/** `lang`: of the words on it, so that an address is always the same picture; an unknown one is English. */
export const inLanguage = z.object({ lang: z.enum(LOCALES).catch('en-US').default('en-US') })

/** Whether results are final and open: the game has ended and its board hides nothing. */
export const isFinal = (game: Pick<GameFacts, 'start' | 'end' | 'freeze'>, now: Date): boolean =>
  gamePhase(game, now) === 'ended' && frozenSince(game, now) === null

/** The final result of a team. @throws AppError `game.not_found`, `team.not_found` 404, before the end too */
export async function resultOf({ services, ctx }: Args, gameId: number, teamId: number) {
  const game = await services.games.see(ctx, gameId)
  const course = isFinal(game, ctx.now) ? await services.boards.course(gameId, teamId) : null
  if (!course) throw notFound('team.not_found')
  return { game, course }
}

type Words = (key: string, params?: object) => string

/** Numbers and words of a result in a language, in English where its letters cannot be drawn. */
export async function wordsOf<W extends Record<string, string>>(
  { services, translator }: Args,
  locale: Locale,
  write: (t: Words, format: ReturnType<typeof formatOf>, language: Locale) => W
): Promise<{ words: W; language: Locale }> {
  const inLocale = (language: Locale) => ({
    words: write(translator.textOf(language) as Words, formatOf(language), language),
    language
  })
  const wanted = inLocale(locale)
  const drawn = await services.cards.covers(Object.values(wanted.words).join(' '))
  return drawn ? wanted : inLocale('en-US')
}

/** Days with the year, because a certificate is kept. */
const daysOf = (game: GameFacts, language: Locale) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).formatRange(
    game.start,
    announcedEnd(game)
  )

const placeIn = ({ facts, item }: TeamCourse, { number }: ReturnType<typeof formatOf>) => ({
  rank: number(item.rank),
  total: number(facts.teams),
  points: number(item.score)
})

/** What a team's card shows. @throws AppError `team.not_found` 404 also for hidden games */
export async function cardFacts(
  args: Args,
  { id, teamId }: z.output<typeof ofTeam>,
  locale: Locale
): Promise<TeamCardFacts> {
  const { game, course } = await resultOf(args, id, teamId)
  if (game.hidden) throw notFound('team.not_found')
  const { name, score } = course.item
  const platform = (await args.services.settings.read()).brand.title
  return {
    game: game.title,
    team: name,
    word: posterWord(name),
    platform,
    ...(await wordsOf(args, locale, (t, format) => ({
      place: t('cards:place', placeIn(course, format)),
      points: t('cards:points', { count: score, points: format.number(score) }),
      team: t('cards:team', { id: teamId }),
      game: t('cards:game', { id })
    })))
  }
}

interface Certified {
  id: number
  teamId: number
  /** The member whose name it bears; null for the team. */
  member: string | null
}

/** A certificate of a team or a member, with what the organisers add. @throws AppError `team.not_found` 404 */
export async function certificateFacts(args: Args, { id, teamId, member }: Certified, locale: Locale) {
  const { game, course } = await resultOf(args, id, teamId)
  const { name } = course.item
  const { title } = (await args.services.settings.read()).brand
  // The team's own letters are not checked: a name that cannot be drawn has a number for it.
  const { words, language } = await wordsOf(args, locale, (t, format, locale) => ({
    title: t('cards:certificate'),
    reached: t('cards:reached', placeIn(course, format)),
    dates: daysOf(game, locale),
    name: t('cards:team', { id: teamId }),
    game: t('cards:game', { id })
  }))
  const t = args.translator.textOf(language)
  // As the team's name, the division's may have letters that cannot be drawn.
  const { organization: division, organizationRank } = course.item
  const total = course.facts.divisions.find(([one]) => one === division)?.[1] ?? 0
  const { number } = formatOf(language)
  const inDivision =
    division === null || organizationRank === null
      ? null
      : (t('cards:in_division', { rank: number(organizationRank), total: number(total), division }) as string)
  const of = member === null ? null : (t('cards:member', { team: name }) as string)
  return {
    facts: {
      ...{ game: game.title, name: member ?? name, word: posterWord(name), platform: title, language },
      words: { ...words, member: of, inDivision },
      ...{ note: game.certificateNote, signature: game.certificateSignature }
    },
    at: announcedEnd(game)
  }
}
