/** Takes the width of challenge columns: an em is one here, so no style attribute is needed. */
export function Width({ columns }: { columns: number }) {
  return <svg className="width" width={`${columns}em`} height="0" aria-hidden="true" />
}

export function Pad({ columns }: { columns: number }) {
  if (columns <= 0) return null
  return (
    <td className="pad" colSpan={columns} aria-hidden="true">
      <Width columns={columns} />
    </td>
  )
}
