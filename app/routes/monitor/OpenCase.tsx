import { useText } from '~/app/islands/runtime/words/text'

/** Leads to a new case with a match as its evidence; the address begins at the pages of the monitor. */
export function OpenCase({ submission }: { submission: number }) {
  return (
    <a className="btn sm" href={`Cases/New?evidence=match-${submission}`}>
      {useText()('monitor:open_case')}
    </a>
  )
}
