import { type ReactNode, useEffect, useRef } from 'react'
import { Category } from '~/app/components/game/Category'
import { XIcon } from '~/app/components/icons'
import { rawHtml } from '~/app/components/markdown/raw-html'
import { useText } from '~/app/i18n/text'
import { shownCategory } from '~/server/categories/constants'
import { hasContainer } from '~/server/challenges/constants'
import { usePage } from '../page'
import { useNumber } from '../words'
import { DialogBody, type DialogBodyProps } from './DialogBody'
import { PartTabs } from './Parts'

interface ChallengeDialogProps extends DialogBodyProps {
  list: ReactNode
  foot: ReactNode
  /** The result of a new solve; with `scene` it replaces the challenge until `end`. */
  moment: { scene: boolean; shown: ReactNode; end(): void } | null
  /** Must stay usable while the dialog is open, such as toasts. */
  children: ReactNode
}

/** A challenge over the board: without script a page with an inert board, with it a modal dialog. */
export function ChallengeDialog({
  challenge,
  sheet,
  list,
  foot,
  moment,
  children,
  ...rest
}: ChallengeDialogProps) {
  const { query, playing, go } = usePage()
  const scene = moment?.scene ?? false
  const ref = useModal(() => (scene ? moment!.end() : go({ ...query, open: null })))
  return (
    <dialog ref={ref} className="scrim" open aria-modal="true" aria-labelledby="chal-h">
      <div className="modal wide">
        <div className="dialog chal-dialog">
          {!scene && <Head challenge={challenge} sheet={sheet} />}
          {moment?.shown}
          {playing && !scene && <PartTabs solved={challenge?.solved} />}
          {scene ? null : query.part === 'text' || !playing ? (
            <DialogBody challenge={challenge} sheet={sheet} {...rest} />
          ) : (
            list
          )}
          {foot && <div className="dialog-foot">{foot}</div>}
        </div>
      </div>
      {children}
    </dialog>
  )
}

function useModal(close: () => void) {
  const ref = useRef<HTMLDialogElement>(null)
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    const dialog = ref.current!
    const focused = dialog.contains(document.activeElement) ? document.activeElement : null
    // The server's markup is an open, non-modal dialog.
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
  const category = sheet?.category ?? (challenge && shownCategory(challenge))
  const score = challenge?.score ?? sheet?.score
  return (
    <div className="dialog-head">
      <div className="ttl">
        <div className="row">
          {category && <Category category={category} />}
          {sheet && hasContainer(sheet.type) && (
            <span className="badge">{t(`challenges:type.${sheet.type}`)}</span>
          )}
          <span className="faint small">#{query.open}</span>
        </div>
        <h2 id="chal-h">
          <bdi>{sheet?.title ?? challenge?.title ?? t('challenges:loading')}</bdi>
        </h2>
        {sheet?.labels && <p {...rawHtml(sheet.labels)} />}
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
