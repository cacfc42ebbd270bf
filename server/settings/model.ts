import {
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type ModelStatic,
  type Sequelize
} from 'sequelize'
import { defineModel, required } from '~/server/db'

export class Setting extends Model<InferAttributes<Setting>, InferCreationAttributes<Setting>> {
  declare key: string
  declare value: unknown
}

export function defineSettings(sequelize: Sequelize): ModelStatic<Setting> {
  return defineModel(sequelize, Setting, 'settings', {
    key: { type: DataTypes.TEXT, primaryKey: true },
    value: required(DataTypes.JSONB)
  })
}
