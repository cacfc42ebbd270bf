/**
 * xterm.js writes `<style>` elements and style attributes, both of which the platform's Content-Security-Policy refuses.
 * What scripts do through the CSSOM is not refused: here style elements become constructed sheets, and attributes
 * become `style.cssText`.
 */

/** A sheet of the document until `remove`. */
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

/** Stands where a style element would; its text is a sheet of the document. */
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
 * Until the function that it returns is called, `document.createElement` makes style elements and spans that keep to the
 * policy. The terminal asks the page's own document for them, at its start and with each row that it draws.
 */
export function keepToPolicy(): () => void {
  const value = (name: string) => MAKERS[name]?.() ?? elementOf(name)
  Object.defineProperty(document, 'createElement', { value, configurable: true })
  return () => void Reflect.deleteProperty(document, 'createElement')
}
