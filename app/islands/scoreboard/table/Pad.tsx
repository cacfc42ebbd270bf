/** As wide as so many columns of challenges: an em is one of them here, and the page needs no style for it. */
export function Width({ columns }: { columns: number }) {
  return <svg className="width" width={`${columns}em`} height="0" aria-hidden="true" />
}

/** In place of cells that are out of sight. */
export function Pad({ columns }: { columns: number }) {
  if (columns <= 0) return null
  return (
    <td className="pad" colSpan={columns} aria-hidden="true">
      <Width columns={columns} />
    </td>
  )
}
