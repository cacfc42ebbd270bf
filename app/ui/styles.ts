import href from './ui.css?url'

/** React Aria writes a style element, which our policy refuses, unless this id exists; see ui.css. */
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
