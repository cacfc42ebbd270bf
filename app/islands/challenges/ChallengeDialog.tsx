import { type ReactNode, useEffect, useRef } from 'react'
import { Banner } from '~/app/components/Banner'
import { Category } from '~/app/components/Category'
import { DownloadIcon, ExternalLinkIcon, FileArchiveIcon, LightbulbIcon, XIcon } from '~/app/components/icons'
import { type Blood, Pennant } from '~/app/components/Pennant'
import { rawHtml } from '~/app/components/raw-html'
import { useText } from '~/app/islands/runtime/text'
import { type BoardChallenge, fromWire } from '~/scoring/rules'
import type { Bonus } from '~/server/ledger/contract'
import { usePage } from './page'
import type { Attachment, Sheet } from './props'
import { clockText, sizeText, useNumber } from './words'

interface ChallengeDialogProps {
  /** From the board; absent while it does not know the challenge yet. */
  challenge: BoardChallenge | undefined
  /** Null while it is being fetched. */
  sheet: Sheet | null
  /** It could not be fetched. */
  failed: string | null
  onRetry(): void
  bonus: Bonus
  /** The flag form. */
  foot: ReactNode
  /** What must stay in reach while the dialog is open, such as toasts. */
  children: ReactNode
}

/** A challenge over the board. Without script it is a page with an inert board behind; with it, a modal dialog. */
export function ChallengeDialog({ challenge, sheet, foot, children, ...rest }: ChallengeDialogProps) {
  const { query, go } = usePage()
  const ref = useModal(() => go({ ...query, open: null }))
  return (
    <dialog ref={ref} className="scrim" open aria-modal="true" aria-labelledby="chal-h">
      <div className="modal wide">
        <div className="dialog chal-dialog">
          <Head challenge={challenge} sheet={sheet} />
          <Body challenge={challenge} sheet={sheet} {...rest} />
          <div className="dialog-foot">{foot}</div>
        </div>
      </div>
      {children}
    </dialog>
  )
}

/** Turns the rendered dialog into a modal one: it catches Escape and clicks beside it, and holds the focus. */
function useModal(close: () => void) {
  const ref = useRef<HTMLDialogElement>(null)
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    const dialog = ref.current!
    const focused = dialog.contains(document.activeElement) ? document.activeElement : null
    // The server's markup is an open dialog that is not modal.
    dialog.removeAttribute('open')
    dialog.showModal()
    for (const element of document.querySelectorAll('body > [inert]')) element.removeAttribute('inert')
    const start = (focused ?? dialog.querySelector('input[name=flag]:enabled')) as HTMLElement | null
    start?.focus()
    const cancel = (event: Event) => {
      event.preventDefault()
      latest.current()
    }
    const click = ({ target }: Event) => target === dialog && latest.current()
    dialog.addEventListener('cancel', cancel)
    dialog.addEventListener('click', click)
    return () => {
      dialog.removeEventListener('cancel', cancel)
      dialog.removeEventListener('click', click)
    }
  }, [])
  return ref
}

function Head({ challenge, sheet }: Pick<ChallengeDialogProps, 'challenge' | 'sheet'>) {
  const t = useText()
  const number = useNumber()
  const { query, link } = usePage()
  const category = sheet?.category ?? challenge?.category
  const score = challenge?.score ?? sheet?.score
  return (
    <div className="dialog-head">
      <div className="ttl">
        <div className="row">
          {category && <Category category={category} />}
          {sheet && <span className="badge">{t(`challenges:type.${sheet.type}`)}</span>}
          <span className="faint small">#{query.open}</span>
        </div>
        <h2 id="chal-h">
          <bdi>{sheet?.title ?? challenge?.title ?? t('challenges:loading')}</bdi>
        </h2>
      </div>
      {score !== undefined && (
        <div className="score">
          <b>
            {number(score)}
            <span className="sr"> {t('challenges:points')}</span>
          </b>
          {challenge && (
            <span>
              {t('challenges:of_original', { score: number(challenge.originalScore) })}
              {' · '}
              {t('challenges:solves', { count: challenge.solved, n: number(challenge.solved) })}
            </span>
          )}
        </div>
      )}
      <a className="btn ghost icon-only" {...link({ ...query, open: null })}>
        <XIcon />
        <span className="sr">{t('common:close')}</span>
      </a>
    </div>
  )
}

/** What scrolls must be within the keyboard's reach. */
const REACHED = { tabIndex: 0 }

function Body({ challenge, sheet, failed, onRetry, bonus }: Omit<ChallengeDialogProps, 'foot' | 'children'>) {
  const t = useText()
  const bloods = challenge?.bloods ?? []
  const beside = sheet?.attachment || bloods.length > 0
  return (
    <section
      className={beside ? 'dialog-body cols' : 'dialog-body cols alone'}
      aria-label={t('challenges:description')}
      {...REACHED}
    >
      <div>
        {failed && (
          <Banner
            tone="bad"
            inline
            action={
              <button type="button" className="btn sm" onClick={onRetry}>
                {t('common:try_again')}
              </button>
            }
          >
            {failed}
          </Banner>
        )}
        {!sheet && !failed && <Skeleton />}
        {sheet && <Text sheet={sheet} />}
      </div>
      {beside && (
        <aside aria-label={t('challenges:beside')}>
          {sheet?.attachment && <AttachmentLink attachment={sheet.attachment} />}
          {bloods.length > 0 && <Bloods bloods={bloods} bonus={bonus} />}
        </aside>
      )}
    </section>
  )
}

function Skeleton() {
  const t = useText()
  return (
    <div className="stack late">
      <span className="sr" role="status">
        {t('challenges:loading')}
      </span>
      <span className="skeleton w90" />
      <span className="skeleton w70" />
      <span className="skeleton w50" />
    </div>
  )
}

function Text({ sheet }: { sheet: Sheet }) {
  const t = useText()
  return (
    <>
      {sheet.html ? (
        <div className="prose" {...rawHtml(sheet.html)} />
      ) : (
        <p className="muted">{t('challenges:no_text')}</p>
      )}
      {sheet.hints.length > 0 && (
        <ul className="hints" aria-label={t('challenges:hints')}>
          {sheet.hints.map((hint) => (
            <li key={hint}>
              <LightbulbIcon />
              <span {...rawHtml(hint)} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function AttachmentLink({ attachment: { url, name, external, size } }: { attachment: Attachment }) {
  const t = useText()
  return (
    <div>
      <h3>{t('challenges:attachment')}</h3>
      <a
        className="attach"
        href={url}
        {...(external ? { target: '_blank', rel: 'noopener noreferrer' } : { download: '' })}
      >
        <FileArchiveIcon />
        <span>
          <bdi>{name}</bdi>
          <small>{external ? t('challenges:external') : size !== null && sizeText(size)}</small>
        </span>
        {external ? <ExternalLinkIcon /> : <DownloadIcon />}
      </a>
    </div>
  )
}

function Bloods({ bloods, bonus }: { bloods: BoardChallenge['bloods']; bonus: Bonus }) {
  const t = useText()
  const { start } = usePage()
  const shares = [bonus.first, bonus.second, bonus.third]
  return (
    <div>
      <h3>{t('challenges:bloods')}</h3>
      <ol className="blood-list">
        {bloods.map(({ id, name, submitTimeUtc }, index) => (
          <li key={id}>
            <Pennant blood={(index + 1) as Blood} label={t(`challenges:blood.${index + 1}`)} />
            <span className="truncate">
              <bdi>{name}</bdi>
            </span>
            <time dateTime={submitTimeUtc}>
              {clockText(fromWire(submitTimeUtc) - start)}
              {shares[index] ? ` · +${shares[index]! / 10} %` : ''}
            </time>
          </li>
        ))}
      </ol>
    </div>
  )
}
