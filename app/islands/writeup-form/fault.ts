/** What is plain before anything is sent; null when the file may go. */
export function faultOf({ name, size }: Pick<File, 'name' | 'size'>, most: number): string | null {
  if (!name.endsWith('.pdf')) return 'writeup:form.not_pdf'
  if (size === 0) return 'writeup:form.empty'
  return size > most ? 'writeup:form.too_large' : null
}
