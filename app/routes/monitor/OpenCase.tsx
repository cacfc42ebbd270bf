import { useText } from '~/app/i18n/text'

/** Link to a new case with a match as evidence, relative to the monitor's pages. */
export function OpenCase({ submission }: { submission: number }) {
  return (
    <a className="btn sm" href={`Cases/New?evidence=match-${submission}`}>
      {useText()('monitor:open_case')}
    </a>
  )
}
