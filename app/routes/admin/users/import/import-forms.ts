import { readFile } from 'node:fs/promises'
import { json, redirect } from '@remix-run/node'
import { z } from 'zod'
import { type FormState, forms, oneForm } from '~/app/request/forms'
import { uploadField } from '~/server/assets/contract'
import { AppError } from '~/server/platform/errors'
import { IMPORT_LIMITS, type RowFault } from '~/server/user-imports/contract'
import { readImport } from '../csv'
import { importPath } from './paths'

/** A form that comes back with what is wrong with its rows. */
export interface ImportState extends FormState {
  checked?: { faults: RowFault[]; total: number; rows: number }
}

/** Rows with errors that one answer names. */
const FAULTS_SHOWN = 200

/** A text that is sent back to be corrected; what is longer came from a file. */
const ECHOED = 256 * 1024

const importForm = z.object({
  lines: z.string().max(IMPORT_LIMITS.file, 'field.text_too_long').default(''),
  file: uploadField.optional(),
  overwrite: z
    .string()
    .optional()
    .transform((value) => value !== undefined)
})

/** Looks at the rows; when all are right, they wait on a page of their own to be started. */
export const importForms = forms({
  '': oneForm({
    role: 'Admin',
    schema: importForm,
    files: { files: 1, fileSize: IMPORT_LIMITS.file },
    fields: { 'user.bulk_quotes': 'lines', 'user.bulk_empty': 'lines', 'user.import_limit': 'lines' },
    async run({ services, ctx, input, t }) {
      const { file, overwrite } = input
      const sent = file ? await readFile(file.path, 'utf8') : input.lines
      if (sent.includes('\0')) throw new AppError('user.import_not_text')
      const name = file?.name ?? t('users:import.pasted')
      const { id, rows, faults } = await services.userImports.check(ctx, readImport(sent), {
        name,
        overwrite
      })
      if (id) return redirect(importPath(id), 303)
      const state: ImportState = {
        intent: '',
        values: {
          lines: !file && sent.length <= ECHOED ? sent : '',
          ...(overwrite && { overwrite: 'on' })
        },
        errors: {},
        message: null,
        checked: { faults: faults.slice(0, FAULTS_SHOWN), total: faults.length, rows }
      }
      return json(state, { status: 400, headers: { 'Cache-Control': 'private, no-store' } })
    }
  })
})
