export function Names({ of }: { of: string[] }) {
  return of.map((name, index) => (
    <span key={name}>
      {index > 0 && ', '}
      <bdi>{name}</bdi>
    </span>
  ))
}
