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
import { defineModel, foreignKey, optionalUser, required } from '~/server/db'

export class Capture extends Model<InferAttributes<Capture>, InferCreationAttributes<Capture>> {
  declare id: CreationOptional<number>
  declare instanceId: CreationOptional<string | null>
  declare gameId: number
  declare challengeId: number
  declare participationId: number
  declare userId: CreationOptional<string | null>
  declare address: string
  declare file: string
  declare bytes: CreationOptional<number>
  declare dropped: CreationOptional<number>
  declare charged: CreationOptional<number>
  declare openedAt: CreationOptional<Date>
  declare updatedAt: CreationOptional<Date>
  declare leaseUntil: Date
  declare closedAt: CreationOptional<Date | null>
  declare pinnedAt: CreationOptional<Date | null>
  declare pinnedBy: CreationOptional<string | null>
  declare pinNote: CreationOptional<string | null>
}

export function defineCaptures(sequelize: Sequelize): ModelStatic<Capture> {
  return defineModel(sequelize, Capture, 'captures', {
    id: { type: DataTypes.BIGINT, primaryKey: true, autoIncrement: true },
    instanceId: {
      type: DataTypes.UUID,
      references: { model: 'instances', key: 'id' },
      onDelete: 'SET NULL'
    },
    gameId: foreignKey('games'),
    challengeId: foreignKey('challenges'),
    participationId: foreignKey('participations'),
    userId: optionalUser(),
    address: required(DataTypes.TEXT),
    file: required(DataTypes.TEXT),
    bytes: required(DataTypes.BIGINT, 0),
    dropped: required(DataTypes.BIGINT, 0),
    charged: required(DataTypes.BIGINT, 0),
    openedAt: required(DataTypes.DATE(3), literal('clock_timestamp()')),
    updatedAt: required(DataTypes.DATE(3), literal('clock_timestamp()')),
    leaseUntil: required(DataTypes.DATE(3)),
    closedAt: DataTypes.DATE(3),
    pinnedAt: DataTypes.DATE(3),
    pinnedBy: optionalUser(),
    pinNote: DataTypes.TEXT
  })
}
