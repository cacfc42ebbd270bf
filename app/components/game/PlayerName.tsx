interface PlayerNameProps {
  name: string
  /** Null for somebody whose page the reader may not see: a name without a link. */
  id: string | null
  className?: string
}

export function PlayerName({ name, id, className }: PlayerNameProps) {
  if (id === null) return <bdi className={className}>{name}</bdi>
  return (
    <a href={`/players/${id}`} className={className}>
      <bdi>{name}</bdi>
    </a>
  )
}
