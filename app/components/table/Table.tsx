import type { ReactNode } from 'react'
import { type Column, TableHead } from './TableHead'
import { TableWrap } from './TableWrap'

interface TableProps {
  label: string
  columns: Column[]
  /** Beside `table`, such as `cards` or `dense`. */
  className?: string
  /** The rows. */
  children: ReactNode
}

export function Table({ label, columns, className, children }: TableProps) {
  return (
    <TableWrap label={label}>
      <table className={className ? `table ${className}` : 'table'}>
        <TableHead columns={columns} />
        <tbody>{children}</tbody>
      </table>
    </TableWrap>
  )
}
