import { createContext, useContext } from 'react'
import { rawHtml } from '~/app/components/markdown/raw-html'
import { PAGE_DATA_ID, safeJson } from '~/app/islands/runtime/page'
import { type Markup, placeholder, textOf } from '~/app/rendering/markup'
import type { PageHost } from './page-host'
import { TemplateContext } from './slot'
import { NAMES } from './template-names'

/** Starts a page in the browser; null if only a part is rendered. */
export const BootContext = createContext<{ modules: string[]; nonce: string; host: PageHost } | null>(null)

/** The page's script: shell and boot code of islands (entry.client.tsx). */
export function BootScript() {
  const boot = useContext(BootContext)
  if (!boot) return null
  const { modules, nonce } = boot
  if (modules.length === 1) return <script type="module" nonce={nonce} src={modules[0]} />
  const imports = modules.map((url) => `import ${safeJson(url)}`).join(';')
  return <script type="module" nonce={nonce} {...rawHtml(imports)} />
}

/** Data of the page's islands; last in the document, after all islands have rendered. */
export function IslandData() {
  const boot = useContext(BootContext)
  const inTemplate = useContext(TemplateContext)
  if (inTemplate) return placeholder(NAMES.data)
  const json = boot && textOf(boot.host.data())
  return json ? <script type="application/json" id={PAGE_DATA_ID} {...rawHtml(json)} /> : null
}

/** The data of the page's islands as an element; nothing without any. */
export const dataElement = (host: PageHost): Markup => {
  const json = host.data()
  return json && [`<script type="application/json" id="${PAGE_DATA_ID}">`, json, '</script>']
}
