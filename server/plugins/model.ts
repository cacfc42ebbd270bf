import {
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize
} from 'sequelize'
import { defineModel, required } from '~/server/db'

export class PluginFaultRow extends Model<
  InferAttributes<PluginFaultRow>,
  InferCreationAttributes<PluginFaultRow>
> {
  declare name: string
  declare at: Date
  declare process: string
  declare error: string
  declare count: number
}

export const definePluginFaults = (sequelize: Sequelize) =>
  defineModel(sequelize, PluginFaultRow, 'plugin_faults', {
    name: { type: DataTypes.TEXT, primaryKey: true },
    at: required(DataTypes.DATE(3)),
    process: required(DataTypes.TEXT),
    error: required(DataTypes.TEXT),
    count: required(DataTypes.INTEGER)
  })
