/**
 * An island is a component that the browser runs as well. Its folder below app/islands has an index.tsx with
 * `export default defineIsland('folder-name', Component, ['namespace'])`; a page shows it with
 * `<Island of={Chart} props={{ … }} on="visible" />` (island.tsx). Props are JSON. Its markup is useful without script.
 */
import { Component, type ComponentType, type ReactNode } from 'react'
import type { IslandPage } from './page'
import { createText, TextProvider, useText } from './words/text'

export interface IslandDefinition<P extends object> {
  /** The folder's name. */
  name: string
  Component: ComponentType<P>
  /** Namespaces of locales/ it speaks. */
  labels: readonly string[]
}

export const defineIsland = <P extends object>(
  name: string,
  Component: ComponentType<P>,
  labels: readonly string[] = []
): IslandDefinition<P> => ({ name, Component, labels })

/** When an island that throws in the browser leaves: the words stay, the rest of the page goes on. */
class Guard extends Component<{ fallback: ReactNode; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError() {
    return { failed: true }
  }
  override render() {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}

function Failed() {
  const t = useText()
  return (
    <div className="banner bad inline" role="alert">
      <div>{t('common:island_failed')}</div>
      <button type="button" className="btn sm" onClick={() => location.reload()}>
        {t('common:try_again')}
      </button>
    </div>
  )
}

interface RootProps<P extends object> {
  island: IslandDefinition<P>
  page: IslandPage
  props: P
}

/** The same tree on both sides of the border. */
export function IslandRoot<P extends object>({ island, page, props }: RootProps<P>) {
  return (
    <TextProvider locale={page.locale} t={createText(page.locale, page.labels)}>
      <Guard fallback={<Failed />}>
        <island.Component {...props} />
      </Guard>
    </TextProvider>
  )
}
