import { Badge } from '~/app/components/Badge'
import { Banner } from '~/app/components/Banner'
import { Confirm } from '~/app/components/form/Confirm'
import { Category } from '~/app/components/game/Category'
import { EnabledBadge } from '~/app/components/game/EnabledBadge'
import {
  BoxIcon,
  EyeIcon,
  FlagIcon,
  HistoryIcon,
  SettingsIcon,
  ShieldCheckIcon
} from '~/app/components/icons'
import { useText } from '~/app/i18n/text'
import { shownCategory } from '~/server/categories/constants'
import { type ChallengeInfo, type ChallengeRemoval, hasContainer } from '~/server/challenges/contract'
import { GameHead } from '../game/GameHead'
import type { GameHeading } from '../game/head'
import { EnableButton } from './EnableButton'
import { type ListNeighbours, Neighbours } from './Neighbours'

interface ChallengeHeadProps {
  heading: GameHeading
  challenge: Pick<
    ChallengeInfo,
    | 'id'
    | 'title'
    | 'category'
    | 'customCategory'
    | 'type'
    | 'isEnabled'
    | 'hasFlag'
    | 'stock'
    | 'room'
    | 'image'
  > & {
    /** The challenge takes no flags for now. */
    blocked: boolean
  }
  removal: ChallengeRemoval
  beside: ListNeighbours
  view: View
}

const PATHS = {
  challenge: '',
  container: '/Container',
  flags: '/Flags',
  check: '/Check',
  history: '/History'
}
const ICONS = {
  challenge: SettingsIcon,
  container: BoxIcon,
  flags: FlagIcon,
  check: ShieldCheckIcon,
  history: HistoryIcon
}
type View = keyof typeof PATHS

export function ChallengeHead({ heading, challenge, removal, beside, view }: ChallengeHeadProps) {
  const t = useText()
  const deleted = {
    flags: t('admin:gone.flags', { count: removal.flags }),
    submissions: t('admin:gone.submissions', { count: removal.submissions }),
    solves: t('admin:gone.solves', { count: removal.solves })
  }
  const list = `/admin/games/${heading.id}/challenges`
  const href = `${list}/${challenge.id}`
  const here = href + PATHS[view]
  return (
    <>
      <GameHead
        heading={heading}
        tab="challenges"
        title={challenge.title}
        crumbs={[{ href: list, text: t('admin:tab.challenges') }, { text: challenge.title }]}
        badges={
          <>
            <Category category={shownCategory(challenge)} />
            <EnabledBadge enabled={challenge.isEnabled} />
            {challenge.blocked && (
              <Badge tone="warn" dot>
                {t('flags:block.badge')}
              </Badge>
            )}
            <span className="faint small">{t(`admin:type.${challenge.type}`)}</span>
          </>
        }
        actions={
          <>
            <Neighbours beside={beside} list={list} rest={PATHS[view]} />
            <nav className="segmented" aria-label={t('admin:challenge.views')}>
              <ViewLink href={href} view="challenge" here={view} text={t('admin:challenge.view_challenge')} />
              {hasContainer(challenge.type) && (
                <ViewLink href={href} view="container" here={view} text={t('containers:view')} />
              )}
              <ViewLink href={href} view="flags" here={view} text={t('admin:challenge.view_flags')} />
              <ViewLink href={href} view="check" here={view} text={t('checks:view')} />
              <ViewLink href={href} view="history" here={view} text={t('history:view')} />
            </nav>
            <a className="btn" href={`/games/${heading.id}/Challenges?preview=1&c=${challenge.id}`}>
              <EyeIcon />
              {t('admin:preview')}
            </a>
            <EnableButton challenge={challenge} href={here} own={href} />
            <Confirm
              classes="danger"
              danger
              label={t('admin:challenge.remove')}
              question={t('admin:challenge.remove_question', deleted)}
              confirm={t('admin:challenge.remove')}
              action={href}
              fields={{ intent: 'remove' }}
            />
          </>
        }
      />
      <ImageWarning challenge={challenge} href={href} view={view} />
    </>
  )
}

interface ViewLinkProps {
  href: string
  view: View
  here: View
  text: string
}

function ViewLink({ href, view, here, text }: ViewLinkProps) {
  const Mark = ICONS[view]
  return (
    <a href={href + PATHS[view]} aria-current={view === here ? 'page' : undefined}>
      <Mark className="i14" />
      {text}
    </a>
  )
}

interface ImageWarningProps extends Pick<ChallengeHeadProps, 'challenge' | 'view'> {
  href: string
}

/** Players see the challenge, but cannot start an instance. */
function ImageWarning({ challenge: { isEnabled, image }, view, href }: ImageWarningProps) {
  const t = useText()
  if (!isEnabled || !image || image.state === 'ready') return null
  const bad = image.state === 'failed' || image.state === 'missing'
  return (
    <div className="flash">
      <Banner
        tone={bad ? 'bad' : 'warn'}
        title={t(`containers:warn.${image.state}`)}
        announce={false}
        action={
          view !== 'container' && (
            <a className="btn sm" href={`${href}/Container`}>
              {t('containers:edit')}
            </a>
          )
        }
      >
        {view !== 'container' && image.error && t(`instances:image.${image.error}`)}
      </Banner>
    </div>
  )
}
