import type { Notifier } from 'halyard/plugin'

/** Sends first bloods and starts of games to a topic of an ntfy server, whose address is in PLUGIN_TOPIC. */
export default {
  apiVersion: 1,
  kind: 'notification',
  name: 'push-notification',
  version: '1.0.0',
  async notify({ type, data, test }) {
    const { PLUGIN_TOPIC: topic } = process.env
    if (!topic) throw new Error('PLUGIN_TOPIC is not set.')
    if (type !== 'first_blood' && type !== 'game_started' && !test) return
    const text = type === 'first_blood' ? `${data.team} got first blood on ${data.challenge}` : type
    const answer = await fetch(topic, {
      method: 'POST',
      body: text,
      headers: { Title: encodeURIComponent(data.game.title) }
    })
    if (!answer.ok) throw new Error(`The server answered ${answer.status}.`)
  }
} satisfies Notifier
