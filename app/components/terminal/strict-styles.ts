/** The policy refuses xterm's `<style>` elements and attributes; the CSSOM is allowed and replaces them. */

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
 * Until the returned function is called, `document.createElement` returns stand-ins that keep to the policy.
 */
export function keepToPolicy(): () => void {
  const value = (name: string) => MAKERS[name]?.() ?? elementOf(name)
  Object.defineProperty(document, 'createElement', { value, configurable: true })
  return () => void Reflect.deleteProperty(document, 'createElement')
}
