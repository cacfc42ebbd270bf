import { ChevronDownIcon } from '../icons'

export interface Column {
  text: string
  num?: boolean
  silent?: boolean
  sort?: { href: string; now: 'ascending' | 'descending' | null }
}

export function TableHead({ columns }: { columns: Column[] }) {
  return (
    <thead>
      <tr>
        {columns.map(({ text, num, silent, sort }) => (
          <th
            scope="col"
            key={text}
            className={num ? 'num' : undefined}
            aria-sort={sort ? (sort.now ?? 'none') : undefined}
          >
            {silent ? (
              <span className="sr">{text}</span>
            ) : sort ? (
              <a href={sort.href}>
                {text}
                {sort.now && <ChevronDownIcon />}
              </a>
            ) : (
              text
            )}
          </th>
        ))}
      </tr>
    </thead>
  )
}
