import './islands/runtime/shell'

const load = (element: Element) =>
  void import('./islands/runtime/load').then((module) => module.load(element))

function visible(element: Element): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      load(element)
    },
    { rootMargin: '200px' }
  )
  // Wrappers have no box of their own; a child has.
  let box: Element | null = element
  while (box && !box.getClientRects().length) box = box.firstElementChild
  if (box) observer.observe(box)
  else load(element)
}

for (const element of document.querySelectorAll('[data-island]')) {
  const when = element.getAttribute('data-on')
  if (when === 'visible') visible(element)
  else if (when === 'idle' && 'requestIdleCallback' in window) requestIdleCallback(() => load(element))
  else load(element)
}
