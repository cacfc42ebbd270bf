import type { CssNode, Declaration } from 'css-tree'
import { AppError } from '~/server/platform/errors'

/** Rules around others; no other is taken (docs/rules/appearance.md#own-css). */
const AT_RULES = new Set(['media', 'supports', 'container', 'keyframes'])
const POSITIONS = new Set(['static', 'relative', 'absolute'])
/** Functions that load something by a text. */
const LOADING = /^(?:-\w+-)?(?:image-set|image|src|cross-fade|element|paint)$/
/** A stored file, or a part of the page. */
const OWN_ADDRESS = /^(?:\/assets\/[0-9a-f]{64}\/[^/\\]+|#[\w-]+)$/
/** Own custom properties; those of the platform keep their contrast. */
const OWN_PROPERTY = /^--own-/

const fault = (code: string, line: number, name: string) =>
  new AppError(`appearance.${code}`, 400, {
    params: { line, name: name.slice(0, 60) },
    extra: { field: 'css' }
  })

const lineOf = (node: CssNode) => node.loc?.start.line ?? 1

function checkDeclaration(node: Declaration): void {
  const property = node.property.toLowerCase()
  const line = lineOf(node)
  if (node.important) throw fault('css_important', line, property)
  if (property.startsWith('--') ? !OWN_PROPERTY.test(property) : /^(?:behavior|-moz-binding)$/.test(property))
    throw fault('css_property', line, property)
  if (node.value.type === 'Raw') throw fault('css_syntax', line, property)
  if (property !== 'position') return
  const [first, ...more] = node.value.children
  const known = first?.type === 'Identifier' && POSITIONS.has(first.name.toLowerCase()) && more.length === 0
  if (!known) throw fault('css_position', line, property)
}

function check(node: CssNode): void {
  const line = lineOf(node)
  if (node.type === 'Declaration') checkDeclaration(node)
  else if (node.type === 'Raw') throw fault('css_syntax', line, node.value)
  else if (node.type === 'Atrule' && !AT_RULES.has(node.name.toLowerCase()))
    throw fault('css_rule', line, `@${node.name}`)
  else if (node.type === 'Url' && !OWN_ADDRESS.test(node.value)) throw fault('css_url', line, node.value)
  else if (node.type === 'Function' && LOADING.test(node.name.toLowerCase()))
    throw fault('css_url', line, `${node.name}()`)
}

/**
 * Own CSS as it is served: parsed whole, checked node by node and written anew, in a layer after all others. Escapes are refused,
 * since they spell names that checks would not know.
 * @throws AppError `appearance.css_*` 400 (field `css`) with the line
 */
export async function compiledCss(source: string): Promise<string> {
  const text = source.replace(/\r\n?/g, '\n')
  const slash = text.indexOf('\\')
  if (slash >= 0) throw fault('css_syntax', text.slice(0, slash).split('\n').length, '\\')
  // Loaded by those who save, not by every process.
  const { generate, parse, walk } = await import('css-tree')
  const tree = parse(text, {
    positions: true,
    parseCustomProperty: true,
    onParseError(error) {
      throw fault('css_syntax', error.line, error.message)
    }
  })
  walk(tree, check)
  const css = generate(tree)
  return css === '' ? '' : `@layer own{${css}}`
}
