import { posix } from 'node:path'
import type Docker from 'dockerode'
import { EngineError, type StartPlan } from '../engine'
import { type Calls, DEADLINE, segment } from './calls'
import { isMissing } from './errors'
import { namesOf, ownerOf } from './names'
import { fillerSpec, labelsOf } from './spec'
import { firstFileOf, tarOf } from './tar'

type File = NonNullable<StartPlan['file']>

/** Throws EngineError when the file cannot be placed as planned. */
export function checkFile({ file, readOnly }: Pick<StartPlan, 'file' | 'readOnly'>) {
  if (!file) return
  const { path } = file
  if (!path.startsWith('/') || posix.normalize(path) !== path || path.endsWith('/')) {
    throw new EngineError('start_failed', `${path} is not the absolute path of a file`)
  }
  if (readOnly && posix.dirname(path) === '/') {
    throw new EngineError('start_failed', `${path} cannot be put under a read-only root: it needs a folder`)
  }
}

/** Numbers of the user that a container runs as. */
export async function readUser(calls: Calls, container: string): Promise<{ uid: number; gid: number }> {
  const { Config } = await calls.send<Docker.ContainerInspectInfo>({
    method: 'GET',
    path: `/containers/${container}/json`,
    deadline: DEADLINE.read
  })
  const [user = '', group = ''] = Config.User.split(':')
  const number = (text: string) => (/^\d+$/.test(text) ? Number(text) : null)
  if (user === '' || (number(user) !== null && number(group) !== null)) {
    return { uid: number(user) ?? 0, gid: number(group) ?? 0 }
  }
  const lines = await readPasswd(calls, container)
  const line = lines.find(([name, , uid]) => name === user || uid === user)
  return {
    uid: number(user) ?? number(line?.[2] ?? '') ?? 0,
    gid: number(group) ?? number(line?.[3] ?? '') ?? 0
  }
}

async function readPasswd(calls: Calls, container: string): Promise<string[][]> {
  const tar = await calls
    .send<Buffer>({
      method: 'GET',
      path: `/containers/${container}/archive`,
      query: { path: '/etc/passwd' },
      deadline: DEADLINE.read
    })
    .catch((error) => {
      if (isMissing(error)) return null
      throw error
    })
  const text = tar && firstFileOf(tar)?.toString('utf8')
  return (text ?? '').split('\n').map((line) => line.split(':'))
}

/** Copies the file into a container before it runs. Missing folders get mode 0755. */
export async function putFile(calls: Calls, container: string, file: File) {
  await calls.send({
    method: 'PUT',
    path: `/containers/${container}/archive`,
    query: { path: '/' },
    file: tarOf({
      name: file.path.slice(1),
      content: Buffer.from(file.content),
      mode: file.mode,
      ...(await readUser(calls, container))
    }),
    deadline: DEADLINE.make
  })
}

/**
 * Archives can only be copied where the container may write, so a helper container, which never runs, fills
 * the volume. Throws `name_taken` when the volume is not ours, or of a later attempt.
 */
export async function fillVolume(calls: Calls, install: string, plan: StartPlan, file: File) {
  const names = namesOf(plan.instance)
  const volume = await calls.send<Docker.VolumeInspectInfo>({
    method: 'POST',
    path: '/volumes/create',
    body: { Name: names.object, Driver: 'local', Labels: labelsOf(plan, install) },
    deadline: DEADLINE.make
  })
  const owner = ownerOf(volume.Labels, install)
  if (owner?.instance !== plan.instance || owner.generation > plan.generation) {
    throw new EngineError('name_taken', `the volume ${names.object} is not ours`)
  }
  const { Id } = await calls.send<{ Id: string }>({
    method: 'POST',
    path: '/containers/create',
    query: { name: names.filler },
    body: fillerSpec(plan, install, posix.dirname(file.path)),
    deadline: DEADLINE.make
  })
  await putFile(calls, Id, file)
  await calls.send({
    method: 'DELETE',
    path: `/containers/${segment(Id)}`,
    query: { force: true, v: true },
    deadline: DEADLINE.remove
  })
}
