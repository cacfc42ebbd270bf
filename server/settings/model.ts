import {
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize
} from 'sequelize'

export class Setting extends Model<InferAttributes<Setting>, InferCreationAttributes<Setting>> {
  declare key: string
  declare value: unknown
}

/** Ties the model to a database; a class for each, so that tests may open several. */
export function defineSettings(sequelize: Sequelize): typeof Setting {
  class Bound extends Setting {}
  return Bound.init(
    {
      key: { type: DataTypes.TEXT, primaryKey: true },
      value: { type: DataTypes.JSONB, allowNull: false }
    },
    { sequelize, tableName: 'settings', modelName: 'Setting' }
  ) as typeof Setting
}
