import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type ModelStatic,
  type Sequelize
} from 'sequelize'
import type { GameRole } from '~/server/access/constants'
import { defineModel, required } from '~/server/db'

export class GameStaffRow extends Model<
  InferAttributes<GameStaffRow>,
  InferCreationAttributes<GameStaffRow>
> {
  declare gameId: number
  declare userId: string
  declare role: GameRole
  declare addedBy: CreationOptional<string | null>
  declare addedAt: Date
}

const part = (model: string) => ({
  primaryKey: true,
  references: { model, key: 'id' },
  onDelete: 'CASCADE'
})

export function defineGameStaff(sequelize: Sequelize): ModelStatic<GameStaffRow> {
  return defineModel(sequelize, GameStaffRow, 'game_staff', {
    gameId: { type: DataTypes.INTEGER, ...part('games') },
    userId: { type: DataTypes.UUID, ...part('users') },
    role: required(DataTypes.TEXT),
    addedBy: { type: DataTypes.UUID, references: { model: 'users', key: 'id' }, onDelete: 'SET NULL' },
    addedAt: required(DataTypes.DATE(3))
  })
}
