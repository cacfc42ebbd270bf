/** Leaves the page: sends a form as if the reader had, and says from where. */
export function send({ post, fields }: { post: string; fields: Record<string, string> }): void {
  const form = Object.assign(document.createElement('form'), { method: 'post', action: post, hidden: true })
  const all = { ...fields, from: location.pathname + location.search }
  for (const [name, value] of Object.entries(all))
    form.append(Object.assign(document.createElement('input'), { name, value }))
  document.body.append(form)
  form.requestSubmit()
}
