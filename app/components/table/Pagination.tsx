import { useText } from '~/app/i18n/text'
import { ChevronLeftIcon, ChevronRightIcon } from '../icons'

interface PaginationProps {
  page: number
  pages: number
  href(page: number): string
  /** Address of the previous and next page, if they differ from `href`. */
  beside?(page: number): string
}

/** Numbers to print: ends, neighbours, and 0 for a gap. */
function shown(page: number, pages: number): number[] {
  const near = new Set([1, page - 1, page, page + 1, pages].filter((n) => n >= 1 && n <= pages))
  const numbers = [...near].sort((a, b) => a - b)
  return numbers.flatMap((n, index) => {
    const before = numbers[index - 1]
    if (before === undefined || n === before + 1) return [n]
    return n === before + 2 ? [before + 1, n] : [0, n]
  })
}

export function Pagination({ page, pages, href, beside = href }: PaginationProps) {
  const t = useText()
  if (pages <= 1) return null
  const step = (to: number, label: string, icon: React.ReactNode) =>
    to >= 1 && to <= pages ? (
      <a href={beside(to)} aria-label={label} rel={to < page ? 'prev' : 'next'}>
        {icon}
      </a>
    ) : (
      <span aria-disabled="true">{icon}</span>
    )
  return (
    <nav className="pagination" aria-label={t('common:pages.label')}>
      {step(page - 1, t('common:pages.previous'), <ChevronLeftIcon className="i14 flip" />)}
      {shown(page, pages).map((n, index) =>
        n === 0 ? (
          <span key={`gap${index === 1 ? 'before' : 'after'}`}>…</span>
        ) : (
          <a key={n} href={href(n)} aria-current={n === page ? 'page' : undefined}>
            {n}
          </a>
        )
      )}
      {step(page + 1, t('common:pages.next'), <ChevronRightIcon className="i14 flip" />)}
    </nav>
  )
}
