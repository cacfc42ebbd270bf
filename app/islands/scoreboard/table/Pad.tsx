/** In place of cells that are out of sight; their columns keep their width (Matrix, colgroup). */
export function Pad({ columns }: { columns: number }) {
  return columns > 0 ? <td className="pad" colSpan={columns} /> : null
}
