import { open, readFile, stat } from 'node:fs/promises'
import { json, redirect } from '@remix-run/node'
import { z } from 'zod'
import { type FormState, forms, oneForm } from '~/app/request/forms'
import { type Upload, uploadField } from '~/server/assets/contract'
import { AppError } from '~/server/platform/errors'
import { TRANSFER_LIMITS } from '~/server/transfer/contract'
import { IMPORT_LIMITS, type RowFault } from '~/server/user-imports/contract'
import { box } from '../../lines-field'
import { readImport } from '../csv'
import { importPath } from './paths'

export interface ImportState extends FormState {
  checked?: { faults: RowFault[]; total: number; rows: number }
}

const FAULTS_SHOWN = 200

/** Characters of a text that returns for correction; longer ones came from a file. */
const ECHOED = 256 * 1024

const importForm = z.object({
  lines: z.string().max(IMPORT_LIMITS.file, 'field.text_too_long').default(''),
  file: uploadField.optional(),
  game: z.string().trim().max(200, 'field.text_too_long').default(''),
  overwrite: box
})

/** @throws AppError `file.too_large` */
async function textOf({ path }: Upload): Promise<string> {
  if ((await stat(path)).size > IMPORT_LIMITS.file) throw new AppError('file.too_large')
  return readFile(path, 'utf8')
}

async function isZip({ path }: Upload): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return bytesRead === 4 && buffer.toString('latin1') === 'PK\x03\x04'
  } finally {
    await file.close()
  }
}

export const importForms = forms({
  '': oneForm({
    role: 'Admin',
    schema: importForm,
    files: { files: 1, fileSize: TRANSFER_LIMITS.archive },
    fields: {
      'user.bulk_quotes': 'lines',
      'user.bulk_empty': 'lines',
      'user.import_limit': 'lines'
    },
    async run({ services, ctx, input, t }) {
      const { file, overwrite, game } = input
      const options = { name: file?.name ?? t('users:import.pasted'), overwrite }
      let sent = ''
      const poll = async () => {
        if (file && (await isZip(file))) {
          const people = await services.transfer.people(file.path)
          if (!people) throw new AppError('user.import_no_export')
          return services.userImports.checkExport(ctx, people, { ...options, game: game || null })
        }
        sent = file ? await textOf(file) : input.lines
        if (sent.includes('\0')) throw new AppError('user.import_not_text')
        return services.userImports.check(ctx, readImport(sent), options)
      }
      const { id, rows, faults } = await poll()
      if (id) return redirect(importPath(id), 303)
      const state: ImportState = {
        intent: '',
        values: {
          lines: !file && sent.length <= ECHOED ? sent : '',
          game,
          ...(overwrite && { overwrite: 'on' })
        },
        errors: {},
        message: null,
        checked: { faults: faults.slice(0, FAULTS_SHOWN), total: faults.length, rows }
      }
      return json(state, { status: 400 })
    }
  })
})
