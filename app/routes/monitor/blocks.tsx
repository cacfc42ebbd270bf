import { useLoaderData } from '@remix-run/react'
import { Badge } from '~/app/components/Badge'
import { EmptyState } from '~/app/components/EmptyState'
import { BlockPanel } from '~/app/components/game/BlockPanel'
import { Category } from '~/app/components/game/Category'
import { EnabledBadge } from '~/app/components/game/EnabledBadge'
import { FlagIcon, WrenchIcon } from '~/app/components/icons'
import { Table } from '~/app/components/table/Table'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { blockForms } from '~/app/request/block-forms'
import { forms } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import { type PageArgs, page } from '~/app/request/page'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import type { BlockedChallenge } from '~/server/blocks'
import { shownCategory } from '~/server/categories/constants'
import { idParam } from '~/server/platform/wire'
import { monitorLinks } from './GrowingList'
import { MonitorFrame } from './MonitorFrame'
import { watchedGame } from './monitor-lists'

export const links = () => [...monitorLinks(), { rel: 'stylesheet', href: adminStyles }]

const chosenIn = ({ url }: Pick<PageArgs, 'url'>) =>
  idParam.safeParse(url.searchParams.get('challenge')).data ?? null

/** Which challenges take no flags, for staff who may block them without writing them (docs/rules/challenges.md#blocked-flags). */
export const loader = page('blocks', async (args) => {
  const { services, ctx, t } = args
  const { game, counts, now } = await watchedGame(args, { early: true })
  const challenges = await services.flagBlocks.list(ctx, game.id)
  const chosen = challenges.find(({ id }) => id === chosenIn(args)) ?? null
  return { title: `${t('monitor:tab.Blocks')} · ${game.title}`, game, counts, now, challenges, chosen }
})

export const action = forms(blockForms((args) => idOf(args.url.searchParams.get('challenge') ?? undefined)))

interface RowsProps {
  challenges: BlockedChallenge[]
  chosen: number | null
  href: string
}

function Rows({ challenges, chosen, href }: RowsProps) {
  const t = useText()
  const { moment } = useFormat()
  const columns = [
    { text: t('admin:challenges.challenge') },
    { text: t('admin:challenges.category') },
    { text: t('admin:challenges.state') }
  ]
  return (
    <Table label={t('monitor:tab.Blocks')} className="dense" columns={columns}>
      {challenges.map(({ id, title, isEnabled, block, ...of }) => (
        <tr key={id}>
          <th scope="row">
            <a
              className="link"
              href={`${href}?challenge=${id}`}
              aria-current={id === chosen ? 'true' : undefined}
            >
              <bdi>{title}</bdi>
            </a>
          </th>
          <td>
            <Category category={shownCategory(of)} />
          </td>
          <td>
            <EnabledBadge enabled={isEnabled} />
            {block?.until === null && (
              <>
                {' '}
                <Badge tone="warn" icon={WrenchIcon}>
                  {t('flags:block.badge')}
                </Badge>{' '}
                <span className="small">
                  {moment(new Date(block.since))} UTC · <bdi>{block.reason}</bdi>
                </span>
              </>
            )}
          </td>
        </tr>
      ))}
    </Table>
  )
}

export default function Blocks() {
  const { game, counts, now, challenges, chosen } = useLoaderData<typeof loader>()
  const t = useText()
  const href = `/games/${game.id}/monitor/Blocks`
  return (
    <MonitorFrame game={game} tab="Blocks" counts={counts} now={now}>
      {challenges.length === 0 ? (
        <EmptyState icon={FlagIcon} title={t('admin:challenges.none')} />
      ) : (
        <div className="stack-16">
          {chosen ? (
            <>
              <h2>
                <bdi>{chosen.title}</bdi>
              </h2>
              <BlockPanel
                gameId={game.id}
                challengeId={chosen.id}
                href={`${href}?challenge=${chosen.id}`}
                block={chosen.block}
              />
            </>
          ) : (
            <p className="muted">{t('flags:block.choose')}</p>
          )}
          <Rows challenges={challenges} chosen={chosen?.id ?? null} href={href} />
        </div>
      )}
    </MonitorFrame>
  )
}
