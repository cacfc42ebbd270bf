import { defineIsland } from '../runtime/define'
import { ContainerTest } from './ContainerTest'

export default defineIsland('container-test', ContainerTest, ['containers', 'instances', 'terminal', 'watch'])
