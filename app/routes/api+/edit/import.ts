import { api, call } from '~/app/request/api'
import { AppError } from '~/server/platform/errors'
import { importOptions, importReport, ONE_ARCHIVE } from '~/server/transfer/contract'

const calls = api({
  POST: call({
    id: 'editImportGame',
    summary: 'Import a game or challenge folders',
    role: 'Admin',
    query: importOptions,
    files: ONE_ARCHIVE,
    answer: importReport,
    run({ services, ctx, query, files: [file] }) {
      if (!file || file.size === 0) throw new AppError('file.empty')
      return services.transfer.import(ctx, { path: file.path, name: file.name }, query)
    }
  })
})
export const loader = calls.loader
export const action = calls.action
