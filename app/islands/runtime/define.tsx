/**
 * An island also runs in the browser. app/islands/<name>/index.tsx has `export default
 * defineIsland('name', Component, ['namespace'])`; pages show it by `<Island of={Chart} props={{ … }} />`.
 * Props are JSON; its markup is useful without script.
 */
import { Component, type ComponentType, type ReactNode } from 'react'
import { createText, TextProvider, useText } from '~/app/i18n/text'
import type { IslandPage } from './page'

export interface IslandDefinition<P extends object> {
  name: string
  Component: ComponentType<P>
  labels: readonly string[]
}

export const defineIsland = <P extends object>(
  name: string,
  Component: ComponentType<P>,
  labels: readonly string[] = []
): IslandDefinition<P> => ({ name, Component, labels })

/** If an island throws in the browser, its text stays and the rest of the page works. */
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

/** The same tree on server and browser. */
export function IslandRoot<P extends object>({ island, page, props }: RootProps<P>) {
  return (
    <TextProvider locale={page.locale} t={createText(page.locale, page.labels)}>
      <Guard fallback={<Failed />}>
        <island.Component {...props} />
      </Guard>
    </TextProvider>
  )
}
