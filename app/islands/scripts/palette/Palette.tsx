import { useEffect, useState } from 'react'
import { CommandDialog } from '~/app/ui/CommandDialog'
import type { Answer, Item } from './answer'
import { send } from './send'
import { useAnswer } from './use-answer'

interface PaletteProps {
  first: Answer
  locale: string
  leave(): void
}

const hrefOf = ({ does }: Item) => ('href' in does ? does.href : undefined)

export function Palette({ first, locale, leave }: PaletteProps) {
  const [words, setWords] = useState('')
  const { answer, failed, late } = useAnswer(words, first)
  const [entered, setEntered] = useState(false)
  const run = ({ does }: Item) => {
    if ('post' in does) send(does)
    else location.assign(does.href)
    leave()
  }
  // Enter means the best result of the typed words, not of the shown older ones.
  useEffect(() => {
    if (!entered || late) return
    setEntered(false)
    const best = failed ? undefined : answer.groups[0]?.items[0]
    if (best) run(best)
  })
  return (
    <CommandDialog
      {...first.words}
      locale={locale}
      summary={failed ? first.words.failed : answer.summary}
      groups={answer.groups.map(({ items, ...group }) => ({
        ...group,
        items: items.map((item) => ({ ...item, href: hrefOf(item) }))
      }))}
      words={words}
      type={(next) => {
        setEntered(false)
        setWords(next)
      }}
      late={late}
      enter={() => setEntered(true)}
      run={(id) => {
        const item = answer.groups.flatMap(({ items }) => items).find((one) => one.id === id)
        if (item && 'post' in item.does) run(item)
        else leave()
      }}
      leave={leave}
    />
  )
}
