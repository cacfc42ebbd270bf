import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type ModelStatic,
  type Sequelize
} from 'sequelize'
import { defineModel, required } from '~/server/db'

export class LogEvent extends Model<InferAttributes<LogEvent>, InferCreationAttributes<LogEvent>> {
  declare id: CreationOptional<number>
  declare at: Date
  declare level: 'Information' | 'Warning' | 'Error' | 'Fatal'
  declare process: string
  declare status: string
  declare ip: CreationOptional<string | null>
  declare userId: CreationOptional<string | null>
  declare userName: CreationOptional<string | null>
  declare event: string
  declare details: unknown
}

export function defineLogEvents(sequelize: Sequelize): ModelStatic<LogEvent> {
  return defineModel(sequelize, LogEvent, 'log_events', {
    id: { type: DataTypes.BIGINT, primaryKey: true, autoIncrement: true },
    at: required(DataTypes.DATE(3)),
    level: required(DataTypes.TEXT),
    process: required(DataTypes.TEXT),
    status: required(DataTypes.TEXT),
    ip: DataTypes.TEXT,
    userId: DataTypes.UUID,
    userName: DataTypes.TEXT,
    event: required(DataTypes.TEXT),
    details: required(DataTypes.JSONB)
  })
}
