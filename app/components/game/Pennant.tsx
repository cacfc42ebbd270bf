export type Blood = 1 | 2 | 3

/** Mark of a first, second or third solve. `label` is read out; without it the mark is decoration. */
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
