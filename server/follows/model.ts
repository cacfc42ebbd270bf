import {
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type ModelStatic,
  type Sequelize
} from 'sequelize'
import { defineModel, foreignKey, required } from '~/server/db'

export class Follow extends Model<InferAttributes<Follow>, InferCreationAttributes<Follow>> {
  declare userId: string
  declare participationId: number
  declare place: number
}

export function defineFollows(sequelize: Sequelize): ModelStatic<Follow> {
  return defineModel(sequelize, Follow, 'follows', {
    userId: foreignKey('users', { type: DataTypes.UUID, primaryKey: true }),
    participationId: foreignKey('participations', { primaryKey: true }),
    place: required(DataTypes.INTEGER)
  })
}
