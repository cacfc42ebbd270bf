/** Opens the question page at `path` as a dialog; navigates there when loading fails. */
export async function open(path: string): Promise<void> {
  const html = await fetch(path).then((answer) => answer.text(), String)
  const form = new DOMParser().parseFromString(html, 'text/html').querySelector('.ask')
  if (!form) return location.assign(path)
  const dialog = document.createElement('dialog')
  dialog.className = 'scrim'
  dialog.setAttribute('aria-labelledby', 'ask')
  dialog.onclose = () => dialog.remove()
  dialog.append(form)
  document.body.append(dialog)
  dialog.showModal()
}
