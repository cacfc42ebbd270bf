import { defineIsland } from '../runtime/define'
import { Captcha } from './Captcha'

export default defineIsland('captcha', Captcha, ['captcha'])
