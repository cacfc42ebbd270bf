import { createConversation, fileHead } from '~/server/captures/pcap'

export function packets(text: string): Buffer {
  const conversation = createConversation(
    { address: '203.0.113.9', port: 40_000 },
    { address: '10.213.0.2', port: 80 }
  )
  const all = [...conversation.open(1), ...conversation.data('client', Buffer.from(text), 2)]
  return Buffer.concat([
    fileHead(),
    ...all.flatMap(({ head, payload }) => (payload ? [head, payload] : [head]))
  ])
}
