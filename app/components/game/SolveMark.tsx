import { useText } from '~/app/i18n/text'
import { FlagIcon } from '../icons'
import { type Blood, Pennant } from './Pennant'

/** Mark of a solve: a pennant for the first three of a challenge, which is read out, else a flag. `place` 0: a later one. */
export function SolveMark({ place }: { place: 0 | Blood }) {
  const t = useText()
  return place === 0 ? <FlagIcon /> : <Pennant blood={place} label={t(`scoreboard:blood.${place}`)} />
}
