import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type ModelStatic,
  type Sequelize
} from 'sequelize'
import { defineModel, optionalUser, required } from '~/server/db'

export class AuditEvent extends Model<InferAttributes<AuditEvent>, InferCreationAttributes<AuditEvent>> {
  declare id: CreationOptional<number>
  declare at: Date
  declare actorId: CreationOptional<string | null>
  declare ip: CreationOptional<string | null>
  declare action: string
  declare target: string
  declare before: CreationOptional<unknown>
  declare after: CreationOptional<unknown>
  declare session: CreationOptional<string | null>
  declare token: CreationOptional<string | null>
}

export function defineAuditEvents(sequelize: Sequelize): ModelStatic<AuditEvent> {
  return defineModel(sequelize, AuditEvent, 'audit_events', {
    id: { type: DataTypes.BIGINT, primaryKey: true, autoIncrement: true },
    at: required(DataTypes.DATE(3)),
    actorId: optionalUser(),
    ip: DataTypes.TEXT,
    action: required(DataTypes.TEXT),
    target: required(DataTypes.TEXT),
    before: DataTypes.JSONB,
    after: DataTypes.JSONB,
    session: DataTypes.TEXT,
    token: DataTypes.TEXT
  })
}
