import { SearchField } from '~/app/components/form/SearchField'
import { ChevronRightIcon, DownloadIcon } from '~/app/components/icons'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { RecordedChallenge, RecordedTeam } from '~/server/captures/contract'

interface CaptureTreeProps {
  challenges: RecordedChallenge[]
  open: { challenge: RecordedChallenge; teams: RecordedTeam[] } | null
  chosen: number | null
  search: string
}

export function CaptureTree({ challenges, open, chosen, search }: CaptureTreeProps) {
  const t = useText()
  return (
    <nav className="panel tree" aria-label={t('monitor:traffic.tree')}>
      <header>
        <h2>{t('monitor:traffic.challenges')}</h2>
        <span className="push faint small">{challenges.length}</span>
      </header>
      {challenges.map((one) =>
        one.id === open?.challenge.id ? (
          <details key={one.id} open>
            <summary>
              <Name challenge={one} />
            </summary>
            <Teams {...open} chosen={chosen} search={search} />
          </details>
        ) : (
          <a key={one.id} href={`?challenge=${one.id}`}>
            <Name challenge={one} />
          </a>
        )
      )}
    </nav>
  )
}

function Name({ challenge: { title, teams } }: { challenge: RecordedChallenge }) {
  const t = useText()
  return (
    <>
      <ChevronRightIcon className="chev flip" />
      <bdi className="truncate">{title}</bdi>
      <span className="push">{t('monitor:traffic.teams', { count: teams })}</span>
    </>
  )
}

interface TeamsProps extends Pick<CaptureTreeProps, 'chosen' | 'search'> {
  challenge: RecordedChallenge
  teams: RecordedTeam[]
}

const MANY = 20

function Teams({ challenge, teams, chosen, search }: TeamsProps) {
  const t = useText()
  const { number } = useFormat()
  const query = search ? `&search=${encodeURIComponent(search)}` : ''
  return (
    <>
      {(challenge.teams > MANY || search) && (
        <form className="tree-search" method="get">
          <input type="hidden" name="challenge" value={challenge.id} />
          <SearchField name="search" label={t('monitor:traffic.search')} value={search} />
        </form>
      )}
      {teams.map(({ participationId, name, files }) => (
        <a
          key={participationId}
          href={`?challenge=${challenge.id}&team=${participationId}${query}#files`}
          aria-current={participationId === chosen ? 'true' : undefined}
        >
          <bdi className="truncate">{name}</bdi>
          <span className="push">{number(files)}</span>
        </a>
      ))}
      {teams.length === 0 && <p className="tree-note">{t('monitor:traffic.no_team')}</p>}
      {!search && teams.length < challenge.teams && (
        <p className="tree-note">{t('monitor:traffic.some_teams', { n: number(teams.length) })}</p>
      )}
      <a href={`/api/game/captures/${challenge.id}/all`} download>
        <DownloadIcon />
        <span className="truncate">
          {t('monitor:traffic.download_challenge', { title: challenge.title })}
        </span>
      </a>
    </>
  )
}
