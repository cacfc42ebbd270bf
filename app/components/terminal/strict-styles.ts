/**
 * xterm.js writes `<style>` elements and style attributes, which the Content-Security-Policy refuses. The
 * CSSOM is allowed: style elements become constructed sheets, attributes become `style.cssText`.
 */

/** Adds a sheet to the document until `remove`. */
export function adopt(css: string): { replace(css: string): void; remove(): void } {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  return {
    replace: (next) => sheet.replaceSync(next),
    remove: () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
    }
  }
}

const elementOf = (name: string): HTMLElement => Document.prototype.createElement.call(document, name)

/** Replaces a style element; its text becomes a sheet of the document. */
function styleStandIn(): HTMLElement {
  const element = elementOf('template')
  const sheet = adopt('')
  const remove = element.remove.bind(element)
  Object.defineProperty(element, 'textContent', { set: sheet.replace })
  element.remove = () => {
    sheet.remove()
    remove()
  }
  return element
}

/** A span whose style attribute can be set as a whole. */
function styledSpan(): HTMLElement {
  const element = elementOf('span')
  const setAttribute = element.setAttribute.bind(element)
  element.setAttribute = (name, value) => {
    if (name === 'style') element.style.cssText = value
    else setAttribute(name, value)
  }
  return element
}

const MAKERS: Readonly<Record<string, () => HTMLElement>> = { style: styleStandIn, span: styledSpan }

/**
 * Makes `document.createElement` return style elements and spans that keep to the policy, until the returned
 * function is called. xterm.js creates them at its start and with each row.
 */
export function keepToPolicy(): () => void {
  const value = (name: string) => MAKERS[name]?.() ?? elementOf(name)
  Object.defineProperty(document, 'createElement', { value, configurable: true })
  return () => void Reflect.deleteProperty(document, 'createElement')
}
