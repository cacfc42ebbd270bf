import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  literal,
  Model,
  type ModelStatic,
  type Sequelize
} from 'sequelize'
import { defineModel, foreignKey, required } from '~/server/db'
import type { Locale } from '~/server/platform/locales'
import type { DeliveryState, WebhookEnd, WebhookFormat } from './constants'

export class Webhook extends Model<InferAttributes<Webhook>, InferCreationAttributes<Webhook>> {
  declare id: string
  declare gameId: number
  declare name: string
  declare format: WebhookFormat
  declare locale: Locale
  declare events: string[]
  declare host: string
  declare target: string
  declare secret: string
  declare oldSecret: CreationOptional<string | null>
  declare oldSecretUntil: CreationOptional<Date | null>
  declare enabled: CreationOptional<boolean>
  declare ended: CreationOptional<WebhookEnd | null>
  declare failingSince: CreationOptional<Date | null>
  declare noticeId: number
  declare ledgerSeq: number
  declare ticketId: number
  declare states: CreationOptional<string[]>
  declare createdAt: CreationOptional<Date>
}

export function defineWebhooks(sequelize: Sequelize): ModelStatic<Webhook> {
  return defineModel(sequelize, Webhook, 'webhooks', {
    id: { type: DataTypes.UUID, primaryKey: true },
    gameId: foreignKey('games'),
    name: required(DataTypes.TEXT),
    format: required(DataTypes.TEXT),
    locale: required(DataTypes.TEXT),
    events: required(DataTypes.ARRAY(DataTypes.TEXT)),
    host: required(DataTypes.TEXT),
    target: required(DataTypes.TEXT),
    secret: required(DataTypes.TEXT),
    oldSecret: DataTypes.TEXT,
    oldSecretUntil: DataTypes.DATE(3),
    enabled: required(DataTypes.BOOLEAN, true),
    ended: DataTypes.TEXT,
    failingSince: DataTypes.DATE(3),
    noticeId: required(DataTypes.INTEGER),
    ledgerSeq: required(DataTypes.INTEGER),
    ticketId: required(DataTypes.INTEGER, 0),
    states: required(DataTypes.ARRAY(DataTypes.TEXT), literal("'{}'::text[]")),
    createdAt: required(DataTypes.DATE(3), literal('now()'))
  })
}

export class WebhookDelivery extends Model<
  InferAttributes<WebhookDelivery>,
  InferCreationAttributes<WebhookDelivery>
> {
  declare id: string
  declare webhookId: string
  declare eventKey: string
  declare event: string
  declare payload: object
  declare state: CreationOptional<DeliveryState>
  declare attempts: CreationOptional<number>
  declare dueAt: CreationOptional<Date>
  declare leasedUntil: CreationOptional<Date | null>
  declare createdAt: CreationOptional<Date>
  declare triedAt: CreationOptional<Date | null>
  declare status: CreationOptional<number | null>
  declare answer: CreationOptional<string | null>
  declare error: CreationOptional<string | null>
}

export function defineWebhookDeliveries(sequelize: Sequelize): ModelStatic<WebhookDelivery> {
  return defineModel(sequelize, WebhookDelivery, 'webhook_deliveries', {
    id: { type: DataTypes.UUID, primaryKey: true },
    webhookId: foreignKey('webhooks', { type: DataTypes.UUID }),
    eventKey: required(DataTypes.TEXT),
    event: required(DataTypes.TEXT),
    payload: required(DataTypes.JSONB),
    state: required(DataTypes.TEXT, 'Pending'),
    attempts: required(DataTypes.INTEGER, 0),
    dueAt: required(DataTypes.DATE(3), literal('now()')),
    leasedUntil: DataTypes.DATE(3),
    createdAt: required(DataTypes.DATE(3), literal('now()')),
    triedAt: DataTypes.DATE(3),
    status: DataTypes.INTEGER,
    answer: DataTypes.TEXT,
    error: DataTypes.TEXT
  })
}
