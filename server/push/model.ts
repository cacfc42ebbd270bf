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
import { defineModel, foreignKey, required, serial } from '~/server/db'

export class PushDeviceRow extends Model<
  InferAttributes<PushDeviceRow>,
  InferCreationAttributes<PushDeviceRow>
> {
  declare id: string
  declare userId: string
  declare sessionId: string
  declare endpoint: string
  declare p256dh: string
  declare auth: string
  declare locale: string
  declare createdAt: CreationOptional<Date>
}

export function definePushDevices(sequelize: Sequelize): ModelStatic<PushDeviceRow> {
  return defineModel(sequelize, PushDeviceRow, 'push_devices', {
    id: { type: DataTypes.UUID, primaryKey: true },
    userId: foreignKey('users', { type: DataTypes.UUID }),
    sessionId: foreignKey('sessions', { type: DataTypes.TEXT }),
    endpoint: { ...required(DataTypes.TEXT), unique: true },
    p256dh: required(DataTypes.TEXT),
    auth: required(DataTypes.TEXT),
    locale: required(DataTypes.TEXT),
    createdAt: required(DataTypes.DATE(3), literal('now()'))
  })
}

export class PushMessage extends Model<InferAttributes<PushMessage>, InferCreationAttributes<PushMessage>> {
  declare id: CreationOptional<number>
  declare noticeId: CreationOptional<number | null>
  declare ticketMessageId: CreationOptional<number | null>
  declare caseNewsId: CreationOptional<number | null>
  declare correctionNewsId: CreationOptional<number | null>
  declare givenTicketId: CreationOptional<number | null>
  declare givenTo: CreationOptional<string | null>
  declare createdAt: CreationOptional<Date>
  declare fresh: CreationOptional<boolean>
}

export function definePushMessages(sequelize: Sequelize): ModelStatic<PushMessage> {
  return defineModel(sequelize, PushMessage, 'push_messages', {
    id: serial(),
    noticeId: foreignKey('notices', { allowNull: true, unique: true }),
    ticketMessageId: foreignKey('ticket_messages', { allowNull: true, unique: true }),
    caseNewsId: foreignKey('case_news', { allowNull: true, unique: true }),
    correctionNewsId: foreignKey('correction_news', { allowNull: true, unique: true }),
    givenTicketId: foreignKey('tickets', { allowNull: true }),
    givenTo: foreignKey('users', { type: DataTypes.UUID, allowNull: true }),
    createdAt: required(DataTypes.DATE(3), literal('now()')),
    fresh: required(DataTypes.BOOLEAN, true)
  })
}

export class PushDelivery extends Model<
  InferAttributes<PushDelivery>,
  InferCreationAttributes<PushDelivery>
> {
  declare messageId: number
  declare deviceId: string
  declare dueAt: CreationOptional<Date>
  declare attempts: CreationOptional<number>
}

export function definePushDeliveries(sequelize: Sequelize): ModelStatic<PushDelivery> {
  return defineModel(sequelize, PushDelivery, 'push_deliveries', {
    messageId: foreignKey('push_messages', { primaryKey: true }),
    deviceId: foreignKey('push_devices', { type: DataTypes.UUID, primaryKey: true }),
    dueAt: required(DataTypes.DATE(3), literal('now()')),
    attempts: required(DataTypes.INTEGER, 0)
  })
}
