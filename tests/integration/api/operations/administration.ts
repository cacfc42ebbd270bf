import { expect, it } from 'vitest'
import { Client } from '../../../support/api/client'
import type { ContractSuite } from '../../../support/api/contract-suite'
import { addUsers, playGame } from '../../../support/fixtures'
import { tag } from '../../../support/games/organiser'
import { addEngine, addInstance } from '../../../support/instances/instance-rows'

/** What administrators of the platform call. */
export function administration(suite: ContractSuite): void {
  it('administrators of users get answers as documented', async () => {
    const { drive, admin, platform } = suite
    const rows = [
      {
        userName: `b${tag()}`,
        email: `${tag()}@example.org`,
        password: 'a pass word',
        teamName: `Bulk ${tag()}`
      },
      { userName: `b${tag()}`, email: `${tag()}@example.org`, password: 'a pass word' }
    ]
    const dry = await drive<{ done: boolean }>(admin, 'adminAddUsers', {
      body: rows,
      query: { dryRun: 'true' }
    })
    const report = await drive<{ done: boolean; created: number }>(admin, 'adminAddUsers', { body: rows })
    expect([dry.done, report.done, report.created]).toEqual([false, true, 2])
    await drive(admin, 'adminUsers', { query: { count: '5', skip: '1' } })
    const hint = rows[1]!.userName
    const { data } = await drive<{ data: { id: string }[] }>(admin, 'adminSearchUsers', { query: { hint } })
    const params = { userid: data[0]!.id }
    await drive(admin, 'adminUpdateUserInfo', {
      params,
      body: { role: 'Monitor', bio: null, phone: '+49 381 1' }
    })
    const user = await drive<{ role: string; phone: string }>(admin, 'adminUserInfo', { params })
    expect([user.role, user.phone]).toEqual(['Monitor', '+49 381 1'])
    const password = await drive<string>(admin, 'adminResetPassword', { params })
    await new Client(platform.url).login(hint, password)
    await drive(admin, 'adminDeleteUser', { params })
  })

  it('administrators of teams get answers as documented', async () => {
    const { drive, admin, organiser } = suite
    const { team } = await organiser.player()
    const params = { id: team.id }
    await drive(admin, 'adminTeams', { query: { count: '3', skip: '0' } })
    await drive(admin, 'adminSearchTeams', { query: { hint: team.name } })
    await drive(admin, 'adminUpdateTeam', { params, body: { locked: true } })
    await drive(admin, 'adminDeleteTeam', { params })
    const gone = () =>
      drive<{ data: { id: number; kind: string; targetId: number }[] }>(admin, 'adminTrash', {
        query: { kind: 'team', count: '1', skip: '0' }
      })
    const [entry] = (await gone()).data
    expect(entry).toMatchObject({ kind: 'team', targetId: team.id })
    await drive(admin, 'adminRestoreTrash', { params: { id: entry!.id } })
    await drive(admin, 'adminDeleteTeam', { params })
    const [again] = (await gone()).data
    await drive(admin, 'adminDeleteTrash', { params: { id: again!.id } })
  })

  it('service tokens are answered as documented', async () => {
    const { drive, admin } = suite
    const made = await drive<{ id: string }>(admin, 'adminCreateServiceToken', {
      body: { name: 'CI', scopes: ['read'], days: 1 }
    })
    await drive(admin, 'adminServiceTokens')
    await drive(admin, 'adminRevokeServiceToken', { params: { id: made!.id } })
  })

  it('the appearance is answered as documented', async () => {
    const { drive, admin } = suite
    const { version } = (await drive<{ version: string }>(admin, 'adminAppearance'))!
    const body = {
      light: { page: '#fff8ee' },
      dark: { accent: '#e0a030' },
      home: { any: 'Welcome to the **regatta**.' },
      css: '.game-list { border-radius: 0 }',
      version
    }
    await drive(admin, 'adminUpdateAppearance', { body })
  })

  it('own pages are answered as documented', async () => {
    const { drive, admin, visitor } = suite
    const params = { address: 'rules' }
    const made = await drive<{ version: number }>(admin, 'adminAddPage', {
      body: {
        ...params,
        titles: { any: 'Rules', 'de-DE': 'Regeln' },
        texts: { any: 'Attack challenges, **not** each other.' },
        published: true
      }
    })
    await drive(admin, 'adminPages')
    await drive(admin, 'adminPage', { params })
    await drive(visitor, 'infoPages')
    await drive(visitor, 'infoPage', { params })
    await drive(admin, 'adminUpdatePage', { params, body: { position: 1, version: made!.version } })
    await drive(admin, 'adminDeletePage', { params })
  })

  it('plug-ins are answered as documented', async () => {
    expect(await suite.drive(suite.admin, 'adminPlugins')).toEqual([])
  })

  it('data of a person is answered as documented', async () => {
    const { drive, admin, platform } = suite
    const [person] = await addUsers(platform.stores.db, 1, 'leaving')
    const params = { userid: person!.id }
    await drive(admin, 'accountData', { download: 'application/zip' })
    await drive(admin, 'adminUserData', { params, download: 'application/zip' })
    await drive(admin, 'adminEraseUser', { params })
  })

  it('administrators of instances and engines get answers as documented', async () => {
    const { drive, admin, platform } = suite
    const { db } = platform.stores
    const played = await playGame(db)
    const engine = await addEngine(db)
    const ready = { state: 'ready', readyAt: -20, expiresAt: 40 } as const
    const id = await addInstance(db, played, { ...ready, engine })
    const over = await addInstance(db, played, {
      state: 'ended',
      team: 1,
      readyAt: -20,
      endedAt: -1,
      more: { reason: 'crashed', exit_code: 139, last_log: 'listening\nsegfault' }
    })
    await drive(admin, 'adminInstances')
    await drive(admin, 'adminInstance', { params: { id } })
    await drive(admin, 'adminExtendInstance', { params: { id }, body: { minutes: 15 } })
    await drive(admin, 'adminInstanceLogs', { params: { id: over }, query: { since: '0' } })
    await drive(admin, 'adminInstanceTraffic', { params: { id } })
    await drive(admin, 'adminInstanceUsage')
    await drive(admin, 'adminEngines')
    await drive(admin, 'adminTestEngine', { params: { id: engine } })
    await drive(admin, 'adminDrainEngine', { params: { id: engine }, body: { draining: true } })
    const body = { address: 'unix:///run/second.sock', places: 5 }
    const added = await drive<{ id: number }>(admin, 'adminAddEngine', { body })
    const second = { params: { id: added.id } }
    await drive(admin, 'adminUpdateEngine', { ...second, body: { ...body, entry: 'play.example.org' } })
    await drive(admin, 'adminRemoveEngine', second)
    const waiting = await addInstance(db, played, { state: 'queued', team: 2 })
    await drive(admin, 'adminDestroyInstance', { params: { id: waiting } })
  })
}
