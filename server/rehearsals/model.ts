import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type ModelStatic,
  type Sequelize
} from 'sequelize'
import { defineModel, foreignKey, optionalUser, required } from '~/server/db'
import type { RehearsalState } from './constants'

export class Rehearsal extends Model<InferAttributes<Rehearsal>, InferCreationAttributes<Rehearsal>> {
  declare id: string
  declare gameId: number
  declare state: CreationOptional<RehearsalState>
  declare teams: number
  declare requestedBy: string | null
  declare requestedAt: Date
  declare startedAt: CreationOptional<Date | null>
  declare endedAt: CreationOptional<Date | null>
  /** Marks what the current attempt makes; null before the first. */
  declare run: CreationOptional<string | null>
  declare attempts: CreationOptional<number>
  declare stopping: CreationOptional<boolean>
  declare leaseUntil: CreationOptional<Date | null>
  declare progress: CreationOptional<object | null>
  declare report: CreationOptional<object | null>
}

export function defineRehearsal(sequelize: Sequelize): ModelStatic<Rehearsal> {
  return defineModel(sequelize, Rehearsal, 'rehearsals', {
    id: { type: DataTypes.UUID, primaryKey: true },
    gameId: foreignKey('games'),
    state: required(DataTypes.TEXT, 'waiting'),
    teams: required(DataTypes.INTEGER),
    requestedBy: optionalUser(),
    requestedAt: required(DataTypes.DATE(3)),
    startedAt: DataTypes.DATE(3),
    endedAt: DataTypes.DATE(3),
    run: DataTypes.UUID,
    attempts: required(DataTypes.INTEGER, 0),
    stopping: required(DataTypes.BOOLEAN, false),
    leaseUntil: DataTypes.DATE(3),
    progress: DataTypes.JSONB,
    report: DataTypes.JSONB
  })
}
