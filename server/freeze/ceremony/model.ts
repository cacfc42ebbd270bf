import {
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type ModelStatic,
  type Sequelize
} from 'sequelize'
import { defineModel, required } from '~/server/db'

/** Participation, challenge or 0, wrong answers. */
export type StoredStep = [participationId: number, challengeId: number, tries: number]

export class CeremonyRow extends Model<InferAttributes<CeremonyRow>, InferCreationAttributes<CeremonyRow>> {
  declare gameId: number
  declare startedAt: Date
  declare frozenAt: Date
  declare seq: number
  declare steps: StoredStep[]
  declare total: number
  declare position: number
  declare version: number
  declare blank: boolean
  declare paused: boolean
}

export function defineCeremonies(sequelize: Sequelize): ModelStatic<CeremonyRow> {
  return defineModel(sequelize, CeremonyRow, 'ceremonies', {
    gameId: {
      type: DataTypes.INTEGER,
      primaryKey: true,
      references: { model: 'games', key: 'id' },
      onDelete: 'CASCADE'
    },
    startedAt: required(DataTypes.DATE(3)),
    frozenAt: required(DataTypes.DATE(3)),
    seq: required(DataTypes.INTEGER),
    steps: required(DataTypes.JSONB),
    total: required(DataTypes.INTEGER),
    position: required(DataTypes.INTEGER),
    version: required(DataTypes.INTEGER),
    blank: required(DataTypes.BOOLEAN),
    paused: required(DataTypes.BOOLEAN)
  })
}
