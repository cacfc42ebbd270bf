export type Blood = 1 | 2 | 3

/**
 * Mark of a first, second or third solve: a swallow-tailed pennant with its number.
 * `label` is read out (`First blood`); without it the mark is decoration beside words.
 */
export function Pennant({ blood, label, large }: { blood: Blood; label?: string; large?: boolean }) {
  return (
    <>
      <i className={large ? 'blood lg' : 'blood'} data-blood={blood} title={label} aria-hidden="true">
        {blood}
      </i>
      {label && <span className="sr">{label}</span>}
    </>
  )
}
