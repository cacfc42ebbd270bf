import { StarIcon } from '~/app/components/icons'
import { useText } from '~/app/i18n/text'
import { hrefOf, WHOLE } from '~/app/islands/scoreboard/query'

interface FollowFormProps {
  gameId: number
  teamId: number
  name: string
  /** Ids of the teams that the reader follows in the game. */
  followed: readonly number[]
}

/** Takes the team into what the reader compares on the scoreboard, or out of it. */
export function FollowForm({ gameId, teamId, name, followed }: FollowFormProps) {
  const t = useText()
  const on = followed.includes(teamId)
  return (
    <>
      <form method="post">
        <input type="hidden" name="intent" value="follow" />
        <button
          type="submit"
          className="btn"
          name="on"
          value={on ? 'no' : 'yes'}
          aria-label={t(on ? 'teampage:unfollow_named' : 'teampage:follow_named', { name })}
        >
          <StarIcon />
          {t(on ? 'teampage:unfollow' : 'teampage:follow')}
        </button>
      </form>
      {on && (
        <a className="btn" href={hrefOf(gameId, { ...WHOLE, teams: followed })}>
          {t('teampage:compare')}
        </a>
      )}
    </>
  )
}
