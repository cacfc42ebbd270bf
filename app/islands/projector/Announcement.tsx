import { useText } from '~/app/i18n/text'
import { MINUTE_MS } from '~/server/platform/time'
import type { FeedNotice } from '../news/notice'
import { NewsMark, newsText } from '../news/words'

const SHOWN = 5 * MINUTE_MS

/** The newest notice for a while (docs/rules/interface.md#projector); `now` in whole seconds. */
export function Announcement({ notice, now }: { notice: FeedNotice | null; now: number }) {
  const t = useText()
  return (
    <div className="pj-notice" role="status">
      {notice && now - Date.parse(notice.time) < SHOWN && (
        <div className="line">
          <NewsMark type={notice.type} />
          <div className="said">{newsText(t, notice)}</div>
        </div>
      )}
    </div>
  )
}
