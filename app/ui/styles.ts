import href from './ui.css?url'

/**
 * React Aria writes a style element unless this id exists; our policy refuses such elements, and ui.css has
 * the same rules.
 */
const ID = 'react-aria-pressable-style'

let loading: Promise<void> | undefined

/** Resolves when the wrappers' style sheet is loaded; also when that fails, because they work without it. */
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
