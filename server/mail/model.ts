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

export class QueuedMail extends Model<InferAttributes<QueuedMail>, InferCreationAttributes<QueuedMail>> {
  declare id: string
  declare kind: string
  declare userId: CreationOptional<string | null>
  declare address: string
  declare locale: string
  declare createdAt: CreationOptional<Date>
  declare attempts: CreationOptional<number>
  declare dueAt: CreationOptional<Date>
  declare failedAt: CreationOptional<Date | null>
  declare error: CreationOptional<string | null>
  declare ticketId: CreationOptional<number | null>
  declare caseNewsId: CreationOptional<number | null>
  declare staffInvitationId: CreationOptional<number | null>
}

export function defineMailOutbox(sequelize: Sequelize): ModelStatic<QueuedMail> {
  return defineModel(sequelize, QueuedMail, 'mail_outbox', {
    id: { type: DataTypes.UUID, primaryKey: true },
    kind: required(DataTypes.TEXT),
    userId: foreignKey('users', { type: DataTypes.UUID, allowNull: true }),
    address: required(DataTypes.TEXT),
    locale: required(DataTypes.TEXT),
    createdAt: required(DataTypes.DATE(3), literal('now()')),
    attempts: required(DataTypes.INTEGER, 0),
    dueAt: required(DataTypes.DATE(3), literal('now()')),
    failedAt: DataTypes.DATE(3),
    error: DataTypes.TEXT,
    ticketId: foreignKey('tickets', { allowNull: true }),
    caseNewsId: foreignKey('case_news', { allowNull: true }),
    staffInvitationId: foreignKey('game_staff_invitations', { allowNull: true })
  })
}
