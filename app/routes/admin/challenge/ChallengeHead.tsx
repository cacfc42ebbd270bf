import { Category } from '~/app/components/Category'
import { Confirm } from '~/app/components/Confirm'
import { FlagIcon, SettingsIcon } from '~/app/components/icons'
import { useText } from '~/app/islands/runtime/text'
import type { ChallengeInfo, ChallengeRemoval } from '~/server/challenges/contract'
import { GameHead } from '../game/GameHead'
import type { GameHeading } from '../game/head'
import { EnableButton, EnabledBadge } from './EnableButton'
import { type Beside, Neighbours } from './Neighbours'

interface ChallengeHeadProps {
  heading: GameHeading
  challenge: Pick<ChallengeInfo, 'id' | 'title' | 'category' | 'type' | 'isEnabled' | 'hasFlag'>
  removal: ChallengeRemoval
  beside: Beside
  view: 'challenge' | 'flags'
}

/** The heading of a challenge's two pages: its state, and what can be done with the whole of it. */
export function ChallengeHead({ heading, challenge, removal, beside, view }: ChallengeHeadProps) {
  const t = useText()
  const gone = {
    flags: t('admin:gone.flags', { count: removal.flags }),
    submissions: t('admin:gone.submissions', { count: removal.submissions }),
    solves: t('admin:gone.solves', { count: removal.solves })
  }
  const list = `/admin/games/${heading.id}/challenges`
  const href = `${list}/${challenge.id}`
  const views = [
    { key: 'challenge', href, icon: <SettingsIcon className="i14" /> },
    { key: 'flags', href: `${href}/Flags`, icon: <FlagIcon className="i14" /> }
  ]
  return (
    <GameHead
      heading={heading}
      tab="challenges"
      title={challenge.title}
      crumbs={[{ href: list, text: t('admin:tab.challenges') }, { text: challenge.title }]}
      badges={
        <>
          <Category category={challenge.category} />
          <EnabledBadge enabled={challenge.isEnabled} />
          <span className="faint small">{t(`admin:type.${challenge.type}`)}</span>
        </>
      }
      actions={
        <>
          <Neighbours beside={beside} list={list} rest={view === 'flags' ? '/Flags' : ''} />
          <nav className="segmented" aria-label={t('admin:challenge.views')}>
            {views.map((one) => (
              <a key={one.key} href={one.href} aria-current={one.key === view ? 'page' : undefined}>
                {one.icon}
                {t(`admin:challenge.view_${one.key}`)}
              </a>
            ))}
          </nav>
          <EnableButton
            challenge={challenge}
            href={view === 'flags' ? `${href}/Flags` : href}
            flags={`${href}/Flags`}
          />
          <Confirm
            look="danger"
            danger
            label={t('admin:challenge.remove')}
            question={t('admin:challenge.remove_question', gone)}
            confirm={t('admin:challenge.remove')}
            action={href}
            fields={{ intent: 'remove' }}
          />
        </>
      }
    />
  )
}
