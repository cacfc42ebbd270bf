import { z } from 'zod'
import { api, call, Reply } from '~/app/request/api'
import { disposition } from '~/app/request/files/download'
import { importIdParam } from '~/server/user-imports/contract'
import { csv } from '../csv'

const HEAD = [
  'line',
  'userName',
  'email',
  'password',
  'teamName',
  'division',
  'game',
  'result',
  'error',
  'formerName'
]

/** Results as a file. A POST, because it deletes the passwords that it returns. */
const calls = api(null, {
  '/admin/Users/Import/:importId/Result': {
    POST: call({
      id: 'pageUserImportResult',
      summary: 'Download the result of an import of users',
      role: 'Admin',
      params: z.object({ importId: importIdParam }),
      file: 'text/csv',
      async run({ services, ctx, params, translator }) {
        const words = (code: string) => translator.translate(ctx.locale, `errors:${code}`, {})
        const rows = await services.userImports.result(ctx, params.importId)
        const lines = rows.map((row) => [
          String(row.line),
          row.userName,
          row.email,
          row.password ?? '',
          row.teamName ?? '',
          row.division ?? '',
          row.game ?? '',
          row.state,
          row.error ? words(row.error) : '',
          row.formerName ?? ''
        ])
        return new Reply(
          200,
          {
            'Content-Type': 'text/csv; charset=utf-8',
            'Content-Disposition': disposition('attachment', 'users.csv'),
            'Cache-Control': 'private, no-store'
          },
          `\ufeff${csv([HEAD, ...lines])}`
        )
      }
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle
