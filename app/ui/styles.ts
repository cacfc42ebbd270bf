import href from './ui.css?url'

/**
 * The library looks for an element of this id before it writes a style element of its own, which the policy of our pages
 * would refuse; our sheet says the same (ui.css).
 */
const ID = 'react-aria-pressable-style'

let loading: Promise<void> | undefined

/** Resolves when the style sheet of all wrappers is there. Without it, for instance offline, they work all the same. */
export function uiStyles(): Promise<void> {
  loading ??= new Promise((resolve) => {
    const done = () => resolve()
    const link = Object.assign(document.createElement('link'), {
      ...{ id: ID, rel: 'stylesheet', href },
      ...{ onload: done, onerror: done }
    })
    document.head.append(link)
  })
  return loading
}
