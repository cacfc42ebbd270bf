interface Column {
  text: string
  /** Its cells hold numbers. */
  num?: boolean
  /** Only read out, for a column of buttons. */
  silent?: boolean
}

/** The row of headings of a table. */
export function TableHead({ columns }: { columns: Column[] }) {
  return (
    <thead>
      <tr>
        {columns.map(({ text, num, silent }) => (
          <th scope="col" key={text} className={num ? 'num' : undefined}>
            {silent ? <span className="sr">{text}</span> : text}
          </th>
        ))}
      </tr>
    </thead>
  )
}
